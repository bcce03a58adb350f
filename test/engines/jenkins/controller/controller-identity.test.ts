import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { RedisControllerStates } from '../../../../src/engines/controllers/redis-controller-states.ts';
import { JenkinsError } from '../../../../src/engines/jenkins/client/jenkins-error.ts';
import { ControllerIdentity } from '../../../../src/engines/jenkins/controller/controller-identity.ts';
import { startTestRedis, type TestRedis } from '../../../support/redis.ts';

let test: TestRedis;
let states: RedisControllerStates;
beforeAll(async () => {
  test = await startTestRedis();
  states = new RedisControllerStates(test.redis);
});
beforeEach(() => test.redis.flushall());
afterAll(() => test.stop());

const servers: Readonly<Record<string, string>> = { 'http://a': 'Jenkins A', 'http://b': 'Jenkins B' };
const names = ['eu', 'lab'];

function identityOf(name: string, url: string, { isInUse = false } = {}): ControllerIdentity {
  return new ControllerIdentity({
    name,
    url,
    others: names.filter((other) => other !== name),
    gateway: { identity: async () => servers[url] },
    states,
    isInUse: async () => isInUse,
    isNew: true,
    now: () => new Date(),
  });
}

describe('two controllers whose servers are swapped', () => {
  const swapped = (isInUse = false) => [identityOf('eu', 'http://b', { isInUse }), identityOf('lab', 'http://a')];
  /** A controller asks again until its server is free. */
  const results = async (identities: readonly ControllerIdentity[]) => {
    for (const identity of identities) await identity.confirmed().catch(() => undefined);
    return Promise.all(
      identities.map((each) =>
        each.confirmed().then(
          ({ url }) => url,
          ({ message }: Error) => message,
        ),
      ),
    );
  };

  beforeEach(async () => {
    for (const [name, url] of [
      ['eu', 'http://a'],
      ['lab', 'http://b'],
    ] as const)
      await identityOf(name, url).confirmed();
  });

  it('get them while nothing runs', async () => {
    expect(await results(swapped())).toEqual(['http://b', 'http://a']);
    const registered = await states.registered();
    expect(names.map((name) => registered.get(name)?.identity)).toEqual(['Jenkins B', 'Jenkins A']);
  });

  it('wait while one of them is in use', async () => {
    expect(await results(swapped(true))).toEqual([
      expect.stringContaining('is not the Jenkins that runs the executions of the controller "eu"'),
      'The server at http://a is already the controller "eu".',
    ]);
    expect((await states.registered()).get('eu')?.identity).toBe('Jenkins A');
  });
});

it('keeps a server of the first of two controllers', async () => {
  const eu = identityOf('eu', 'http://a');
  await identityOf('lab', 'http://b').confirmed();
  await eu.confirmed();
  const twin = identityOf('lab', 'http://a');
  for (let round = 0; round < 3; round++) {
    await expect(twin.confirmed()).rejects.toThrow('The server at http://a is already the controller "eu".');
    eu.doubt();
    expect((await eu.confirmed()).identity).toBe('Jenkins A');
  }
});

it('names the controller in errors if there are several', () => {
  const error = new JenkinsError('unreachable', 'Jenkins is unreachable: ECONNRESET.');
  expect(identityOf('eu', 'http://a').named(error).message).toBe(
    'Jenkins is unreachable: ECONNRESET (controller "eu").',
  );
});

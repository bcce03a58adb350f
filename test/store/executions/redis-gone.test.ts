import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { FlowgateFleet, type ShownExecution } from '../../support/flowgate-fleet.ts';
import { flowText } from '../../support/gateway.ts';
import { isNightly, sampleOf } from '../../support/nightly.ts';
import { spawnStandInJenkins, type StandInProcess } from '../../support/stand-in-jenkins/spawn-stand-in-jenkins.ts';

const executions = isNightly ? 24 : 12;

let jenkins: StandInProcess;
let fleet: FlowgateFleet;
beforeAll(async () => {
  jenkins = await spawnStandInJenkins({ timing: { task: 300, boot: 100 } });
  fleet = await FlowgateFleet.start({
    JENKINS_URL: jenkins.url,
    JENKINS_USER: jenkins.user,
    JENKINS_TOKEN: jenkins.token,
  });
  await fleet.store('examples', 'hello', flowText());
  fleet.startWorker();
  fleet.startWorker();
  await Promise.all(fleet.workers.map(({ ready }) => ready));
});
afterAll(() => {
  fleet.stop();
  jenkins.stop();
});

const ways = [
  ['dies', () => fleet.redis.kill(), () => fleet.redis.restart()],
  ['hangs', () => fleet.redis.freeze(), async () => fleet.redis.thaw()],
] as const;

const tried = sampleOf(ways, 1);

describe.each(tried)('while Redis %s in the middle of triggers', (how, lose, restore) => {
  it('requests get status 503, and every execution gets exactly one build when Redis is back', async () => {
    const asked = new Set<string>();
    for (let index = 0; index < executions / 2; index++) asked.add((await ask(`${how}-${index}`)).id);
    lose();
    for (const path of ['/executions', '/flows/examples/hello', '/readyz'])
      expect((await fleet.call('GET', path)).status).toBe(503);
    setTimeout(() => void restore(), 1_500);
    const first = await ask(`${how}-again`);
    expect(first.status).toBe(503);
    asked.add(first.id);
    for (let index = executions / 2 + 1; index < executions; index++) asked.add((await ask(`${how}-${index}`)).id);
    expect(asked.size).toBe(executions);
    for (const id of asked) await fleet.success(id);
    for (const id of asked) {
      const builds = (await jenkins.builds()).filter(
        ({ parameters, result }) => parameters.FLOWGATE_EXECUTION_ID === id && result !== 'NOT_BUILT',
      );
      expect(builds).toHaveLength(1);
    }
  }, 120_000); // usually it takes 20 seconds
});

it('there are no other builds', async () => {
  expect((await jenkins.builds()).filter(({ result }) => result !== 'NOT_BUILT')).toHaveLength(
    tried.length * executions,
  );
});

/** Repeats the request until the execution is accepted, as a client with an idempotency key can. */
async function ask(key: string): Promise<{ readonly status: number; readonly id: string }> {
  for (let first: number | undefined; ; await sleep(100)) {
    const answer = await fleet.call('POST', '/flows/examples/hello/executions', { body: '{}', key });
    first ??= answer.status;
    if (answer.status === 202) return { status: first, id: ((await answer.json()) as ShownExecution).id }; // see openapi.yaml
    if (answer.status !== 503) throw new Error(await answer.text());
  }
}

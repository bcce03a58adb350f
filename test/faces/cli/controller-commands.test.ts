import { describe, expect, test } from 'vitest';
import { RedisControllerStates } from '../../../src/engines/controllers/redis-controller-states.ts';
import { startTestGateway } from '../../support/gateway.ts';
import { useGatewayLine } from './gateway-line.ts';

const access = { user: 'flowgate', token: 't', folder: 'flows', credentials: [] };
const controllers = [
  {
    ...access,
    name: 'eu',
    url: 'https://ci-eu.example',
    namespaces: ['web', 'web.*'],
    workerGroups: [],
    maxBuilds: 40,
  },
  {
    ...access,
    name: 'lab',
    url: 'https://ci-lab.example',
    namespaces: [],
    workerGroups: ['bench'],
    fallback: 'eu',
    isDraining: true,
  },
];

describe('controllers', () => {
  const cli = useGatewayLine(() => startTestGateway({ controllers }));

  test('shows what each one runs, and why it is down', async () => {
    const states = new RedisControllerStates(cli.started.redis.redis);
    const at = new Date();
    const failingSince = new Date(at.getTime() - 60_000).toISOString();
    await states.noteLook('lab', { at: at.toISOString(), reason: 'Jenkins is unreachable: ECONNRESET.', failingSince });
    await states.noteLook('eu', { at: at.toISOString(), version: '2.504.3', executors: { busy: 1, total: 8 } });
    const { status, stdout } = await cli.line.run(['controllers']);
    const [head, eu, lab] = stdout.split('\n').map((line) => line.trim().split(/ {2,}/));
    expect(status).toBe(1);
    expect(head).toEqual('NAME STATE RUNNING OPEN EXECUTORS RUNS FALLBACK VERSION URL REASON'.split(' '));
    expect(eu).toEqual(['eu', 'ok', '0 of 40', '0', '1 of 8', 'web, web.*', '2.504.3', 'https://ci-eu.example/']);
    expect(lab).toEqual([
      'lab',
      'down, draining',
      '0',
      '0',
      'worker group bench',
      'eu',
      'https://ci-lab.example/',
      'Jenkins is unreachable: ECONNRESET.',
    ]);
  });
});

describe('controllers of a server without any', () => {
  const cli = useGatewayLine(() => startTestGateway({ engineName: 'local' }));

  test('says so', async () => {
    expect(await cli.line.run(['controllers'])).toMatchObject({
      status: 0,
      stdout: 'Executions do not run on Jenkins controllers.\n',
    });
    expect((await cli.line.run(['controllers', '--format', 'json'])).stdout).toBe('[]\n');
  });
});

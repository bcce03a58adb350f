import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { restartKinds, RestartRounds } from '../support/restart-rounds.ts';

const rounds = Number(process.env.FLOWGATE_TEST_RESTARTS ?? 2);

describe.skipIf(!process.env.JENKINS_URL || restartKinds.length === 0)(
  'executions on all executors, and one that waits, while the controller restarts',
  () => {
    let running: RestartRounds;
    beforeAll(async () => {
      running = await RestartRounds.start();
    });
    afterAll(() => running.close());

    it.each(Array.from({ length: rounds }, (_, round) => [round + 1, restartKinds[round % restartKinds.length]]))(
      'round %i, restarted by %s: every execution succeeds with one build, and every task runs once',
      async (round, kind = '') => {
        expect(await running.round(round, kind)).toEqual([]);
      },
      1_800_000,
    );
  },
);

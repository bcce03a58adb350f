import { availableParallelism } from 'node:os';
import { defineConfig } from 'vitest/config';
import { startsPrograms, suites } from './test/support/suites.ts';

/** Suites that need a real controller, or tools that Go builds; every other suite runs on any machine. */
const onController = suites().filter((suite) => suite.startsWith('test/jenkins/'));
const withPackagingTools = suites().filter((suite) => suite.startsWith('test/deploy/tools/'));
const onAnyMachine = suites().filter((suite) => ![...onController, ...withPackagingTools].includes(suite));

export default defineConfig({
  test: {
    environment: 'node',
    // Suites start Redis, shells and JVMs, so each suite has its own process. Half a minute is enough on slow machines.
    pool: 'forks',
    // More than there are cores, because suites also wait for programs and clocks.
    maxWorkers: Math.ceil(1.5 * Math.max(2, availableParallelism())),
    testTimeout: 30_000,
    hookTimeout: 60_000,
    projects: [
      // The layer of a suite follows from what it imports: what can start a program is slow, everything else is fast.
      {
        extends: true,
        test: { name: 'fast', isolate: false, include: onAnyMachine.filter((suite) => !startsPrograms(suite)) },
      },
      { extends: true, test: { name: 'slow', include: onAnyMachine.filter(startsPrograms) } },
      {
        extends: true,
        test: {
          name: 'jenkins',
          include: onController,
          fileParallelism: false,
          testTimeout: 300_000,
          hookTimeout: 300_000,
        },
      },
      { extends: true, test: { name: 'packaging', include: withPackagingTools } },
    ],
  },
});

import { availableParallelism } from 'node:os';
import { defineConfig } from 'vitest/config';

/** Suites that need a real controller; every other suite runs on any machine. */
const controllerSuites = 'test/jenkins/**/*.test.ts';

export default defineConfig({
  test: {
    environment: 'node',
    // Suites start Redis, shells and JVMs of their own: processes keep them apart, and half a minute is for slow machines.
    pool: 'forks',
    maxWorkers: Math.max(2, availableParallelism()),
    testTimeout: 30_000,
    hookTimeout: 60_000,
    projects: [
      { extends: true, test: { name: 'flowgate', include: ['test/**/*.test.ts'], exclude: [controllerSuites] } },
      {
        extends: true,
        test: {
          name: 'jenkins',
          include: [controllerSuites],
          fileParallelism: false,
          testTimeout: 300_000,
          hookTimeout: 300_000,
        },
      },
    ],
  },
});

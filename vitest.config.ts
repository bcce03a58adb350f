import { availableParallelism, totalmem } from 'node:os';
import { defineConfig } from 'vitest/config';
import { compiledProgram } from './test/support/compiled-program.ts';
import { LongestFirst } from './test/support/longest-first.ts';
import { replacesModules, startsPrograms, suites } from './test/support/suites.ts';

/** Suites that need a real controller, or tools that Go builds; every other suite runs on any machine. */
const onController = suites().filter((suite) => suite.startsWith('test/jenkins/'));
const withPackagingTools = suites().filter((suite) => suite.startsWith('test/deploy/tools/'));
const onAnyMachine = suites().filter((suite) => ![...onController, ...withPackagingTools].includes(suite));
const isolated = onAnyMachine.filter(replacesModules);
const shared = onAnyMachine.filter((suite) => !isolated.includes(suite));
const slow = shared.filter(startsPrograms);
const fast = shared.filter((suite) => !slow.includes(suite));

/** Of `npm test`. Vitest by itself runs the sources: failures show their lines, and coverage counts them. */
const compiled = process.env.FLOWGATE_TEST_PROGRAM;
const plugins = compiled === undefined ? [] : [compiledProgram(compiled)];

export default defineConfig({
  test: {
    environment: 'node',
    // Suites start Redis, shells and JVMs, and read and write what belongs to a process.
    pool: 'forks',
    // A process runs one suite after the other: to load and compile everything again for each would take half as long
    // as the tests. A suite undoes what it changes in its process.
    isolate: false,
    sequence: { sequencer: LongestFirst },
    // More than there are cores, because suites wait for programs half of the time. Each needs up to 1.5 GB with its Chromium.
    maxWorkers: Math.max(2, Math.min(3 * availableParallelism(), Math.floor(totalmem() / 1.5e9))),
    coverage: {
      include: ['src/**/*.ts', 'tasks/**/*.ts'],
      reporter: ['json', 'json-summary', 'text-summary'],
      reportOnFailure: true,
    },
    testTimeout: 60_000, // enough on slow machines, of which many suites share a core
    hookTimeout: 120_000,
    projects: [
      // The layer of a suite follows from what it imports: what can start a program is slow, everything else is fast.
      {
        extends: true,
        plugins,
        test: {
          name: 'fast',
          include: fast,
          // They wait for nothing, and each process loads the code again.
          maxWorkers: availableParallelism() + 1,
          sequence: { groupOrder: 1 },
        },
      },
      { extends: true, plugins, test: { name: 'slow', include: slow } },
      // Another suite of the process could have loaded a module that this one replaces, or see the one in its place.
      { extends: true, test: { name: 'isolated', include: isolated, isolate: true } },
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

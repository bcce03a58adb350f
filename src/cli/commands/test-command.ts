import { randomInt } from 'node:crypto';
import { defineCommand } from '../declaration/command-declaration.ts';
import { testFormatNames } from '../reports/report-formats.ts';
import { reportOptions } from '../reports/report-options.ts';

const maxSeed = 2 ** 31 - 1;

export const testCommand = defineCommand({
  summary: 'run tests of flows',
  description: `
Runs the cases of test files (*.test.yaml), by default those in the working directory and its subfolders. A task runs only
if its mock says "runs: true". No server, Redis or Jenkins is used.`,
  arguments: {
    FILE: {
      summary: "a file, a folder, or a pattern such as 'flows/**/*.test.yaml'",
      optional: true,
      repeated: true,
      completion: 'file',
    },
  },
  options: {
    name: { value: 'TEXT', summary: 'run only the cases with this text in their names' },
    flows: {
      value: 'DIR',
      repeated: true,
      completion: 'folder',
      summary: 'find called flows in this folder or file too',
    },
    ...reportOptions(testFormatNames),
    output: {
      value: 'FILE',
      short: 'o',
      completion: 'file',
      summary: 'write the report in the format to a file, and print it as text',
    },
    seed: { value: 'N', integer: { min: 0, max: maxSeed }, summary: 'repeat the random pauses of an earlier run' },
    watch: { summary: 'run again when a file changes, until Ctrl-C' },
  },
  exit: {
    0: 'all cases passed',
    1: 'a case failed',
    2: 'there is no case, or one cannot run',
    130: 'Ctrl-C',
  },
  examples: [
    { line: 'flowgate test', does: 'Run all tests below the working directory' },
    { line: 'flowgate test --report junit=report.xml flows', does: 'Write a report for a CI server' },
    { line: 'flowgate test --name rollback --watch', does: 'Run some cases again after each change' },
  ],
  run: async ({ args, options }, terminal) =>
    (await import('../flow-tests/test-flows.ts')).testFlows(
      args.FILE,
      { ...options, seed: options.seed ?? randomInt(maxSeed) },
      terminal,
    ),
});

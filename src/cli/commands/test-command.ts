import { randomInt } from 'node:crypto';
import { rename, writeFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import { runSuites } from '../../flow-tests/run/run-suites.ts';
import { countCases, type SuiteResult } from '../../flow-tests/test-result.ts';
import { messageOf } from '../../problem/message-of.ts';
import { UsageError, type Command, type ExitStatus, type Terminal } from '../command.ts';
import { findTestFiles } from '../flow-tests/find-test-files.ts';
import { isTestFormat, testFormats, type TestFormat } from '../flow-tests/test-formats.ts';
import { watchFiles } from '../flow-tests/watch-files.ts';
import { fileNames } from '../flows/file-names.ts';
import { loadLanguageOptions } from '../flows/load-language-options.ts';
import { parseArguments, type ParsedArguments } from '../parse-arguments.ts';

export const testCommand: Command = {
  help: `Usage: flowgate test [options] [FILE...]

Runs the cases of test files (*.test.yaml). FILE is a file, a folder, or a pattern such as 'flows/**/*.test.yaml'; by default
the working directory. A task runs only if its mock says "runs: true". No server, Redis or Jenkins is used.

  --name TEXT       run only the cases with this text in their names
  --flows DIR       find called flows in this folder or file too; can be repeated
  --format FORMAT   pretty (default), junit or tap
  --output FILE     write the report to a file, and print it as pretty
  --seed N          repeat the random pauses of an earlier run
  --watch           run again when a file changes, until Ctrl-C

Exit status: 0 when all cases passed, 1 when a case failed, 2 when there is no case or one cannot run.`,
  async run(args, terminal) {
    const parsed = parseArguments(
      args,
      { name: {}, flows: { multiple: true }, format: {}, output: { short: 'o' }, seed: {} },
      ['watch'],
    );
    const interruption = new AbortController();
    const release = terminal.onInterrupt(() => interruption.abort());
    try {
      const test = await testRun(parsed, terminal, interruption.signal);
      const suites = parsed.switches.has('watch')
        ? await keepTesting(test, terminal, interruption.signal)
        : await test();
      return interruption.signal.aborted ? 130 : statusOf(suites);
    } finally {
      release();
    }
  },
};

type TestRun = () => Promise<readonly SuiteResult[]>;

/** Runs the cases once, and prints the results. */
async function testRun(
  { values, lists, positionals }: ParsedArguments,
  terminal: Terminal,
  stop: AbortSignal,
): Promise<TestRun> {
  const format = readFormat(values.format);
  const { workingDirectory } = terminal;
  const language = await loadLanguageOptions(terminal.environment);
  const { name = '', output } = values;
  const options = {
    language,
    nameOf: fileNames(workingDirectory),
    roots: (lists.flows ?? []).map((folder) => resolve(workingDirectory, folder)),
    isChosen: (testCase: { readonly name: string }) => testCase.name.includes(name),
    seed: readSeed(values.seed),
    stop,
  };
  return async () => {
    const startedAt = new Date();
    const suites = await runSuites(findTestFiles(positionals, workingDirectory), options);
    if (stop.aborted) return suites;
    const report = testFormats[format](suites, startedAt);
    if (output !== undefined) await writeReport(resolve(workingDirectory, output), report);
    if (output !== undefined || format === 'pretty') terminal.stdout.write(testFormats.pretty(suites));
    else terminal.stdout.writeDocument(report);
    if (name !== '' && suites.every(({ cases, isUsable }) => isUsable && cases.length === 0))
      terminal.stderr.write(`flowgate: no case has ${JSON.stringify(name)} in its name.\n`);
    return suites;
  };
}

function statusOf(suites: readonly SuiteResult[]): ExitStatus {
  const { passed, failed, errors } = countCases(suites);
  if (errors > 0 || passed + failed === 0 || suites.some(({ isUsable }) => !isUsable)) return 2;
  return failed > 0 ? 1 : 0;
}

/**
 * Runs the cases again whenever a file of the last run changes, until it is stopped.
 * @returns the last results
 */
async function keepTesting(test: TestRun, terminal: Terminal, stop: AbortSignal): Promise<readonly SuiteResult[]> {
  if (!terminal.stdout.isTTY) throw new UsageError('--watch needs a terminal.');
  let suites = await test();
  while (!stop.aborted) {
    terminal.stderr.write('Waiting for a file to change; Ctrl-C ends.\n');
    await untilChange(
      suites.flatMap(({ paths }) => paths),
      stop,
    );
    if (!stop.aborted) suites = await againOr(suites, test, terminal);
  }
  return suites;
}

/** Runs the cases again; while a file is missing, the earlier results stay. */
async function againOr(
  suites: readonly SuiteResult[],
  test: TestRun,
  terminal: Terminal,
): Promise<readonly SuiteResult[]> {
  try {
    return await test();
  } catch (error) {
    if (!(error instanceof UsageError)) throw error;
    terminal.stderr.write(`flowgate: ${error.message}\n`);
    return suites;
  }
}

async function untilChange(paths: readonly string[], stop: AbortSignal): Promise<void> {
  let end: () => void = () => undefined;
  await new Promise<void>((resolveChange) => {
    end = watchFiles(paths, resolveChange);
    stop.addEventListener('abort', () => resolveChange());
  });
  end();
}

/** Readers never see a part of a report. */
async function writeReport(path: string, report: string): Promise<void> {
  const temporary = `${path}.${process.pid}.tmp`;
  try {
    await writeFile(temporary, report);
    await rename(temporary, path);
  } catch (error) {
    throw new UsageError(`cannot write ${path}: ${messageOf(error)}.`, { cause: error });
  }
}

function readFormat(name = 'pretty'): TestFormat {
  if (isTestFormat(name)) return name;
  throw new UsageError(`--format is ${JSON.stringify(name)}; allowed: ${Object.keys(testFormats).join(', ')}.`);
}

const maxSeed = 2 ** 31 - 1;

function readSeed(text: string | undefined): number {
  if (text === undefined) return randomInt(maxSeed);
  const seed = /^\d{1,10}$/.test(text) ? Number(text) : NaN;
  if (seed <= maxSeed) return seed;
  throw new UsageError(`--seed is ${JSON.stringify(text)}; it must be an integer from 0 to ${maxSeed}.`);
}

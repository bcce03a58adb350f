import { randomInt } from 'node:crypto';
import { rename, writeFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import { runSuites } from '../../flow-tests/run/run-suites.ts';
import { countCases, type SuiteResult } from '../../flow-tests/test-result.ts';
import { messageOf } from '../../problem/message-of.ts';
import type { ExitStatus } from '../exit-status.ts';
import { UsageError, type Terminal } from '../terminal.ts';
import { maxSeed } from '../commands/test-command.ts';
import { findTestFiles } from '../flow-tests/find-test-files.ts';
import { testFormats, type TestFormat } from '../flow-tests/test-formats.ts';
import { watchFiles } from '../flow-tests/watch-files.ts';
import { fileNames } from '../flows/file-names.ts';
import { loadLanguageOptions } from '../flows/load-language-options.ts';

export interface TestOptions {
  readonly name?: string;
  readonly flows: readonly string[];
  readonly format: TestFormat;
  readonly output?: string;
  readonly seed?: number;
  readonly watch: boolean;
}

export async function testFlows(
  files: readonly string[],
  options: TestOptions,
  terminal: Terminal,
): Promise<ExitStatus> {
  const interruption = new AbortController();
  const release = terminal.onInterrupt(() => interruption.abort());
  try {
    const test = await testRun(files, options, terminal, interruption.signal);
    const suites = options.watch ? await keepTesting(test, terminal, interruption.signal) : await test();
    return interruption.signal.aborted ? 130 : statusOf(suites);
  } finally {
    release();
  }
}

type TestRun = () => Promise<readonly SuiteResult[]>;

/** Runs the cases once, and prints the results. */
async function testRun(
  files: readonly string[],
  { name = '', flows, format, output, seed = randomInt(maxSeed) }: TestOptions,
  terminal: Terminal,
  stop: AbortSignal,
): Promise<TestRun> {
  const { workingDirectory } = terminal;
  const language = await loadLanguageOptions(terminal.environment);
  const runOptions = {
    language,
    nameOf: fileNames(workingDirectory),
    roots: flows.map((folder) => resolve(workingDirectory, folder)),
    isChosen: (testCase: { readonly name: string }) => testCase.name.includes(name),
    seed,
    stop,
  };
  return async () => {
    const startedAt = new Date();
    const suites = await runSuites(findTestFiles(files, workingDirectory), runOptions);
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

import { resolve } from 'node:path';
import { runSuites } from '../../flow-tests/run/run-suite.ts';
import { countCases, type SuiteResult } from '../../flow-tests/test-result.ts';
import { findFlowFiles } from '../../offline-flows/find-flow-files.ts';
import type { ExitStatus } from '../exit-status.ts';
import { fileNames } from '../files/file-names.ts';
import { findFiles, foldersOf } from '../files/find-files.ts';
import { repeatOnChange } from '../files/repeat-on-change.ts';
import { loadLanguageOptions } from '../flows/load-language-options.ts';
import { reportContext } from '../problems/report-context.ts';
import { readReportFiles, testFormatNames, writeReportFiles, type TestFormat } from '../problems/report-formats.ts';
import type { Terminal } from '../terminal.ts';
import { colouredReport, testFormats } from './test-formats.ts';

export interface TestOptions {
  readonly name?: string;
  readonly flows: readonly string[];
  readonly format: TestFormat;
  readonly report: readonly string[];
  readonly seed: number;
  readonly watch: boolean;
}

/**
 * Runs the cases of test files, and prints the results.
 * @param names files, folders and patterns; none for the working directory
 * @throws {UsageError | FlowFilesError} for files that cannot be used
 */
export async function testFlows(
  names: readonly string[],
  options: TestOptions,
  terminal: Terminal,
): Promise<ExitStatus> {
  const words = names.length === 0 ? ['.'] : names;
  const test = await testRun(words, options, terminal);
  const folders = () => foldersOf(words, terminal.workingDirectory);
  const work = async (stop: AbortSignal) => {
    const suites = await test(stop);
    return { result: suites, paths: suites.flatMap(({ paths }) => paths) };
  };
  const suites = await repeatOnChange(work, { terminal, watch: options.watch, folders });
  return suites === undefined ? 130 : statusOf(suites);
}

/** @returns a function that runs the cases once, and prints the results */
async function testRun(
  words: readonly string[],
  { name = '', flows, seed, format, report }: TestOptions,
  terminal: Terminal,
): Promise<(stop: AbortSignal) => Promise<readonly SuiteResult[]>> {
  const { workingDirectory } = terminal;
  const reports = readReportFiles(report, testFormatNames);
  const options = {
    language: await loadLanguageOptions(terminal.environment, { isPrinted: false }),
    nameOf: fileNames(workingDirectory),
    roots: flows.map((folder) => resolve(workingDirectory, folder)),
    isChosen: (testCase: { readonly name: string }) => testCase.name.includes(name),
    seed,
  };
  return async (stop) => {
    const startedAt = new Date();
    const files = findFiles(words, workingDirectory, 'test').map((file) => resolve(workingDirectory, file));
    const suites = await runSuites(findFlowFiles(files), { ...options, stop });
    if (stop.aborted) return suites;
    const facts = { startedAt, context: reportContext(terminal) };
    await writeReportFiles(reports, (each) => testFormats[each](suites, facts), terminal);
    if (format === 'text') terminal.stdout.writeLog(colouredReport(testFormats.text(suites)));
    else terminal.stdout.writeDocument(testFormats[format](suites, facts));
    if (name !== '' && suites.every(({ cases, isUsable }) => isUsable && cases.length === 0))
      terminal.stderr.writeMessage(`no case has ${JSON.stringify(name)} in its name.`);
    return suites;
  };
}

function statusOf(suites: readonly SuiteResult[]): ExitStatus {
  const { passed, failed, errors } = countCases(suites);
  if (errors > 0 || passed + failed === 0 || suites.some(({ isUsable }) => !isUsable)) return 2;
  return failed > 0 ? 1 : 0;
}

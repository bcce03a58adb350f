import { resolve } from 'node:path';
import { checkFlowFiles } from '../../offline-flows/check-flow-files.ts';
import type { ExitStatus } from '../exit-status.ts';
import { findFiles, foldersOf } from '../files/find-files.ts';
import { repeatOnChange } from '../files/repeat-on-change.ts';
import { FlowClient } from '../gateway/flow-client.ts';
import { GatewayError } from '../gateway/gateway-error.ts';
import type { GatewayOptions } from '../gateway/gateway-options.ts';
import { countProblems, type FileReport } from '../problems/file-report.ts';
import { printProblems, printSummary } from '../problems/print-problems.ts';
import { problemFormats } from '../problems/problem-formats.ts';
import { reportContext, type ReportContext } from '../problems/report-context.ts';
import {
  problemFormatNames,
  readReportFiles,
  writeReportFiles,
  type ProblemFormat,
  type ReportFile,
} from '../problems/report-formats.ts';
import { UsageError, type Terminal } from '../terminal.ts';
import { loadLanguageOptions } from './load-language-options.ts';
import { readFlowFiles, type FlowFile } from './read-flow-file.ts';

export interface ValidateOptions extends GatewayOptions {
  readonly format: ProblemFormat;
  readonly report: readonly string[];
  readonly strict: boolean;
  readonly watch: boolean;
}

/**
 * Checks flows in files, and prints their problems.
 * @param words files, folders and patterns; `-` is standard input
 * @throws {UsageError} for files, and a server, that cannot be used
 */
export async function validateFiles(
  words: readonly string[],
  options: ValidateOptions,
  terminal: Terminal,
): Promise<ExitStatus> {
  const { format, strict, watch } = options;
  if (watch && words.includes('-')) throw new UsageError('--watch needs files, not standard input.');
  const files = readReportFiles(options.report, problemFormatNames);
  const { check, taskWarnings } = await chooseCheck(options, terminal);
  const work = async () => {
    const names = findFiles(words, terminal.workingDirectory, 'flow');
    const result = await validateOnce(names, { check, taskWarnings, format, files, isStrict: strict }, terminal);
    return { result, paths: names.map((name) => resolve(terminal.workingDirectory, name)) };
  };
  if (!watch) return (await work()).result;
  const folders = () => foldersOf(words, terminal.workingDirectory);
  return (await repeatOnChange(work, { terminal, watch, folders })) ?? 130;
}

type Check = (files: readonly FlowFile[]) => Promise<readonly FileReport[]>;

/** Ignores `FLOWGATE_SERVER`: a check that works without a server must not start to depend on one. */
async function chooseCheck(
  options: GatewayOptions,
  terminal: Terminal,
): Promise<Pick<Validation, 'check' | 'taskWarnings'>> {
  if (options.server !== undefined || options.context !== undefined) {
    const { openConnection } = await import('../gateway/open-connection.ts');
    return { check: serverCheck(new FlowClient(openConnection(options, terminal))) };
  }
  const language = await loadLanguageOptions(terminal.environment, { isPrinted: false });
  return { check: (files) => checkFlowFiles(files, language), taskWarnings: language.taskTypes.warnings };
}

function serverCheck(server: FlowClient): Check {
  return async (files) => {
    const reports: FileReport[] = [];
    for (const { name, text, bytes } of files) {
      try {
        reports.push({ file: name, text, problems: await server.validate(bytes) });
      } catch (error) {
        throw error instanceof GatewayError ? new UsageError(`${name}: ${error.message}`, { cause: error }) : error;
      }
    }
    return reports;
  };
}

interface Validation {
  readonly check: Check;
  readonly taskWarnings?: ReportContext['taskWarnings'];
  readonly format: ProblemFormat;
  readonly files: readonly ReportFile<ProblemFormat>[];
  /** Whether a warning is a failure too. */
  readonly isStrict: boolean;
}

async function validateOnce(
  names: readonly string[],
  { check, taskWarnings, format, files, isStrict }: Validation,
  terminal: Terminal,
): Promise<ExitStatus> {
  const read = await readFlowFiles(names, terminal);
  const reports = await check(read.files);
  const context = { ...reportContext(terminal), ...(taskWarnings && { taskWarnings }) };
  if (format === 'text') await printProblems(reports, terminal.stdout);
  else terminal.stdout.write(problemFormats[format](reports, context));
  await writeReportFiles(files, (each) => problemFormats[each](reports, context), terminal);
  printSummary(reports, terminal.stderr);
  if (read.isAnyUnreadable) return 2;
  const isFailure = countProblems(reports, 'error') > 0 || (isStrict && countProblems(reports, 'warning') > 0);
  return isFailure ? 1 : 0;
}

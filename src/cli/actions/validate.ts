import type { Schema } from '../../contract/operation-types.ts';
import type { ExitStatus } from '../exit-status.ts';
import { UsageError, type Terminal } from '../terminal.ts';
import { expandFilePatterns } from '../flows/expand-file-patterns.ts';
import { loadLanguage } from '../flows/load-language.ts';
import { problemFormats, type FileReport, type ProblemFormat } from '../flows/problem-format.ts';
import { readFlowFiles, type FlowFile } from '../flows/read-flow-file.ts';
import type { GatewayOptions } from '../gateway/gateway-options.ts';
import { GatewayError } from '../gateway/gateway-error.ts';

export interface ValidateOptions extends GatewayOptions {
  readonly format: ProblemFormat;
}

export async function validateFiles(
  names: readonly string[],
  options: ValidateOptions,
  terminal: Terminal,
): Promise<ExitStatus> {
  const problemsOf = await chooseChecker(options, terminal);
  const { files, isAnyUnreadable } = await readFlowFiles(
    expandFilePatterns(names, terminal.workingDirectory),
    terminal,
  );
  const reports: FileReport[] = [];
  for (const file of files) reports.push({ file: file.name, problems: await problemsOf(file) });
  terminal.stdout.write(problemFormats[options.format](reports));
  terminal.stderr.write(`${summary(reports)}\n`);
  return exitStatus(reports, isAnyUnreadable);
}

/** Ignores `FLOWGATE_SERVER`: a check that works without a server must not start to depend on one. */
async function chooseChecker(
  options: GatewayOptions,
  terminal: Terminal,
): Promise<(file: FlowFile) => Promise<readonly Schema<'Problem'>[]>> {
  if (options.server !== undefined) {
    const { openFlowClient } = await import('../gateway/open-connection.ts');
    const gateway = openFlowClient(options, terminal);
    return async ({ name, bytes }) => {
      try {
        return await gateway.validate(bytes);
      } catch (error) {
        throw error instanceof GatewayError ? new UsageError(`${name}: ${error.message}`, { cause: error }) : error;
      }
    };
  }
  const { check } = await loadLanguage(terminal.environment);
  return async ({ text }) => check(text).problems;
}

function exitStatus(reports: readonly FileReport[], isAnyUnreadable: boolean): ExitStatus {
  if (isAnyUnreadable) return 2;
  return reports.some((report) => count(report, 'error') > 0) ? 1 : 0;
}

function summary(reports: readonly FileReport[]): string {
  const total = (severity: 'error' | 'warning') => reports.reduce((sum, report) => sum + count(report, severity), 0);
  return `${amount(reports.length, 'flow')} checked: ${amount(total('error'), 'error')}, ${amount(total('warning'), 'warning')}`;
}

function count({ problems }: FileReport, severity: 'error' | 'warning'): number {
  return problems.filter((problem) => problem.severity === severity).length;
}

function amount(number: number, noun: string): string {
  return `${number} ${noun}${number === 1 ? '' : 's'}`;
}

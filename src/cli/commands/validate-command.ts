import type { Schema } from '../../contract/operation-types.ts';
import { UsageError, type Command, type ExitStatus, type Terminal } from '../command.ts';
import { expandFilePatterns } from '../flows/expand-file-patterns.ts';
import { loadLanguage } from '../flows/load-language.ts';
import { isProblemFormat, problemFormats, type FileReport, type ProblemFormat } from '../flows/problem-format.ts';
import { readFlowFiles, type FlowFile } from '../flows/read-flow-file.ts';
import { gatewayOptions, gatewayOptionsHelp } from '../gateway/gateway-options.ts';
import { openFlowClient } from '../gateway/open-connection.ts';
import { GatewayError } from '../gateway/gateway-error.ts';
import { parseArguments } from '../parse-arguments.ts';

export const validateCommand: Command = {
  help: `Usage: flowgate validate [--format text|json|github] [--server URL] FILE...

Checks flows in YAML or JSON. FILE is a file, a pattern such as 'flows/**/*.yaml', or - for standard input.
With --server, a running Flowgate checks the flows: it has its own task types and knows the flows that they call. Without
--server, no server is used, even if FLOWGATE_SERVER is set.

  --format text    one line per problem: file:line:column severity code message (default)
  --format json    a list with one item per file
  --format github  annotations for GitHub Actions
${gatewayOptionsHelp}

Exit status: 0 when no flow has errors (warnings do not count), 1 when a flow has errors, 2 when a file cannot be read or the
server cannot be used.`,
  async run(args, terminal) {
    const { values, positionals } = parseArguments(args, { format: {}, ...gatewayOptions });
    const format = readFormat(values.format);
    if (positionals.length === 0) throw new UsageError('specify the files to check, or - for standard input.');
    const problemsOf = await chooseChecker(values, terminal);
    const { files, isAnyUnreadable } = await readFlowFiles(
      expandFilePatterns(positionals, terminal.workingDirectory),
      terminal,
    );
    const reports: FileReport[] = [];
    for (const file of files) reports.push({ file: file.name, problems: await problemsOf(file) });
    terminal.stdout.write(problemFormats[format](reports));
    terminal.stderr.write(`${summary(reports)}\n`);
    return exitStatus(reports, isAnyUnreadable);
  },
};

/** Ignores `FLOWGATE_SERVER`: a check that works without a server must not start to depend on one. */
async function chooseChecker(
  values: Readonly<Record<string, string | undefined>>,
  terminal: Terminal,
): Promise<(file: FlowFile) => Promise<readonly Schema<'Problem'>[]>> {
  if (values.server !== undefined) {
    const gateway = openFlowClient(values, terminal);
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

function readFormat(name = 'text'): ProblemFormat {
  if (isProblemFormat(name)) return name;
  throw new UsageError(`--format is ${JSON.stringify(name)}; allowed: ${Object.keys(problemFormats).join(', ')}.`);
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

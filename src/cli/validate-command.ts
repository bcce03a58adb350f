import { UsageFault, type Command, type ExitStatus, type Terminal } from './command.ts';
import { expandFilePatterns } from './expand-file-patterns.ts';
import { loadLanguage } from './load-language.ts';
import { parseArguments } from './parse-arguments.ts';
import { isProblemFormat, problemFormats, type FileReport, type ProblemFormat } from './problem-format.ts';
import { readFlowFile } from './read-flow-file.ts';

export const validateCommand: Command = {
  name: 'validate',
  summary: 'check flows and print what is wrong with them',
  help: `Usage: flowgate validate [--format text|json|github] FILE...

Checks flows (YAML or JSON). FILE is a file, a pattern such as 'flows/**/*.yaml', or - for standard input.

  --format text    file:line:column severity code message, one line a problem (default)
  --format json    a list with one entry per file
  --format github  annotations for GitHub Actions

Exit status: 0 when no flow has errors (warnings are none), 1 when one has, 2 when a file cannot be read.`,
  async run(args, terminal) {
    const { values, positionals } = parseArguments(args, { format: {} });
    const format = readFormat(values.format);
    if (positionals.length === 0) throw new UsageFault('name the files to check, or - to read a flow from standard input.');
    const { check } = await loadLanguage(terminal.environment);
    const { files, isAnyUnreadable } = await readFiles(expandFilePatterns(positionals, terminal.workingDirectory), terminal);
    const reports = files.map(({ name, text }) => ({ file: name, problems: check(text).problems }));
    terminal.stdout.write(problemFormats[format](reports));
    terminal.stderr.write(`${summary(reports)}\n`);
    return exitStatus(reports, isAnyUnreadable);
  },
};

function readFormat(name = 'text'): ProblemFormat {
  if (isProblemFormat(name)) return name;
  throw new UsageFault(`--format is ${JSON.stringify(name)}; allowed: ${Object.keys(problemFormats).join(', ')}.`);
}

/** Reads what can be read: one bad name among many files must not hide what is wrong in the others. */
async function readFiles(names: readonly string[], terminal: Terminal) {
  const outcomes = await Promise.allSettled(names.map((name) => readFlowFile(name, terminal)));
  for (const outcome of outcomes) {
    if (outcome.status === 'fulfilled') continue;
    if (!(outcome.reason instanceof UsageFault)) throw outcome.reason;
    terminal.stderr.write(`flowgate: ${outcome.reason.message}\n`);
  }
  const files = outcomes.flatMap((outcome) => (outcome.status === 'fulfilled' ? [outcome.value] : []));
  return { files, isAnyUnreadable: files.length < names.length };
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

import { appendFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import { messageOf } from '../../../base/problem/message-of.ts';
import { writeJson } from '../../../base/text/exact-json.ts';
import type { JsonValue } from '../../../base/text/json-value.ts';
import type { Schema } from '../../api-client/operation-types.ts';
import { readReportFiles, writeReportFiles } from '../problems/report-formats.ts';
import { jsonText } from '../terminal-text.ts';
import { UsageError, type Terminal } from '../terminal.ts';

type Execution = Schema<'Execution'>;

const formats = ['json', 'dotenv', 'github'] as const;

/** The files of `--report FORMAT=FILE`. @throws {UsageError} */
export function readExecutionReports(words: readonly string[] = []) {
  return readReportFiles(words, formats);
}

/**
 * Writes an execution to files. One for `github` is appended to, because all outputs of a step share it; the others are
 * replaced.
 * @param url of the execution
 * @throws {UsageError} if one cannot be written
 */
export async function writeExecutionReports(
  files: ReturnType<typeof readExecutionReports>,
  { execution, url }: { readonly execution: Execution; readonly url: string },
  terminal: Terminal,
): Promise<void> {
  const print = (format: string) => (format === 'json' ? jsonText(execution) : dotenvReport(execution, url));
  await writeReportFiles(
    files.filter(({ format }) => format !== 'github'),
    print,
    terminal,
  );
  for (const { format, file } of files)
    if (format === 'github') await append(file, githubOutputs(execution, url), terminal);
}

/** The values that every report has besides the outputs. */
function facts({ id, state, reason = '' }: Execution, url: string) {
  return { id, url, state, reason };
}

/**
 * Outputs of a step of GitHub Actions: the facts, each output by its id, and all of them as JSON in `outputs`. The
 * delimiter is random, so no value can end before it ends.
 */
export function githubOutputs(execution: Execution, url: string): string {
  const { outputs = {} } = execution;
  const values = { ...outputs, ...facts(execution, url), outputs: writeJson(outputs) };
  const delimiter = `flowgate-${crypto.randomUUID()}`;
  return Object.entries(values)
    .map(([name, value]) => `${name}<<${delimiter}\n${textOf(value)}\n${delimiter}\n`)
    .join('');
}

// GitLab rejects larger files, and values of several lines.
const maxDotenvBytes = 5 * 1024;

/**
 * Variables for later jobs of GitLab. The prefix keeps outputs from replacing variables such as PATH. Outputs of
 * several lines, and those for which there is no room, are left out; a JSON report has them all.
 */
export function dotenvReport(execution: Execution, url: string): string {
  const { id, state, reason } = facts(execution, url);
  const values: [string, string][] = [
    ['FLOWGATE_EXECUTION', id],
    ['FLOWGATE_URL', url],
    ['FLOWGATE_STATE', state],
    ['FLOWGATE_REASON', reason.replaceAll(/\p{Cc}+/gu, ' ').slice(0, 500)],
    ...Object.entries(execution.outputs ?? {}).map(([name, value]): [string, string] => [
      `FLOWGATE_OUTPUT_${name.toUpperCase().replaceAll(/[^A-Z0-9]/g, '_')}`,
      textOf(value),
    ]),
  ];
  let report = '';
  for (const [name, value] of values) {
    const line = `${name}=${value}\n`;
    if (!/\p{Cc}/u.test(value) && Buffer.byteLength(report + line) <= maxDotenvBytes) report += line;
  }
  return report;
}

function textOf(value: JsonValue): string {
  return typeof value === 'string' ? value : writeJson(value);
}

async function append(file: string, text: string, { workingDirectory }: Terminal): Promise<void> {
  await appendFile(resolve(workingDirectory, file), text).catch((error: unknown) => {
    throw new UsageError(`cannot write ${file}: ${messageOf(error)}.`, { cause: error });
  });
}

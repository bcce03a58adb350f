import { existsSync, statSync } from 'node:fs';
import { resolve } from 'node:path';
import type { ExitStatus } from '../exit-status.ts';
import { importFlows, isFlowStream } from '../flows/import-flows.ts';
import { readFlowFile, type FlowFile } from '../flows/read-flow-file.ts';
import { reportingRejection } from '../gateway/gateway-error.ts';
import { openConnection } from '../gateway/open-connection.ts';
import { UsageError, type Terminal } from '../terminal.ts';
import type { ImportCommandOptions } from './import-options.ts';
import { runImport } from './run-import.ts';

/** `flowgate import`: stores the flows of a YAML stream, or imports jobs of Jenkins. @throws {UsageError} */
export async function importFiles(
  words: readonly string[],
  options: ImportCommandOptions,
  terminal: Terminal,
): Promise<ExitStatus> {
  const read = await onlyFile(words, terminal);
  if (read !== undefined && isFlowStream(read)) {
    requireNone(options, jenkinsOptions, `are for Jenkins jobs; ${read.name} is a YAML stream of flows.`);
    return reportingRejection(terminal, () => importFlows(read, options, openConnection(options, terminal), terminal));
  }
  const flows = words.find((word) => isFlowStream({ name: word, text: '' }));
  if (flows !== undefined && words.length > 1)
    throw new UsageError(`${flows} is a file of flows; store several files with \`flowgate apply\`.`);
  requireNone(options, ['dry-run'], 'is for a YAML stream of flows; Jenkins jobs are not stored anywhere.');
  return runImport(words, options, terminal, read);
}

const jenkinsOptions = [
  'out',
  'force',
  'report',
  'namespace',
  'id',
  'repository',
  'revision',
  'mapping',
  'audit',
  'controller',
  'compare',
  'run-both',
  'timeout',
  'input',
  'input-env',
  'input-file',
  'inputs',
] as const satisfies readonly (keyof ImportCommandOptions)[];

/** The only argument, if it is a file or standard input: what it contains decides what to do. */
async function onlyFile(words: readonly string[], terminal: Terminal): Promise<FlowFile | undefined> {
  const [word, ...others] = words;
  if (word === undefined || others.length > 0) return undefined;
  const path = resolve(terminal.workingDirectory, word);
  const isFlows = isFlowStream({ name: word, text: '' });
  const isFile = word === '-' || isFlows || (existsSync(path) && !statSync(path).isDirectory());
  return isFile ? readFlowFile(word, terminal) : undefined;
}

function requireNone(
  options: ImportCommandOptions,
  names: readonly (keyof ImportCommandOptions)[],
  rejection: string,
): void {
  const given = names.filter((name) => {
    const value = options[name];
    return Array.isArray(value) ? value.length > 0 : value !== undefined && value !== false;
  });
  if (given.length > 0) throw new UsageError(`${given.map((name) => `--${name}`).join(', ')} ${rejection}`);
}

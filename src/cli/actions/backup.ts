import { statSync } from 'node:fs';
import { resolve } from 'node:path';
import { createInterface } from 'node:readline/promises';
import { backup, restore } from '../../composition/run-backup.ts';
import { loadConfiguration } from '../../config/load-configuration.ts';
import type { ExitStatus } from '../exit-status.ts';
import { UsageError, type Terminal } from '../terminal.ts';

/** @throws {UsageError} if the store or the file is not available */
export async function makeBackup(file: string, terminal: Terminal): Promise<ExitStatus> {
  if (file === '-' && terminal.stdout.isTTY)
    throw new UsageError('a backup is not text: redirect standard output to a file.');
  const path = file === '-' ? file : resolve(terminal.workingDirectory, file);
  await asUsageErrors(() => backup(loadConfiguration(terminal.environment), path, new Date()));
  if (file !== '-') terminal.stderr.write(`Wrote ${file}, ${statSync(path).size} bytes\n`);
  return 0;
}

export interface RestoreOptions {
  readonly replace: boolean;
  readonly yes: boolean;
  readonly 'other-key': boolean;
}

/** @throws {UsageError} if the backup is damaged, or the store cannot take it */
export async function restoreFromBackup(
  file: string,
  options: RestoreOptions,
  terminal: Terminal,
): Promise<ExitStatus> {
  if (options.replace && !options.yes) await confirm(terminal);
  const { flows, revisions, executions, files } = await asUsageErrors(() =>
    restore(loadConfiguration(terminal.environment), resolve(terminal.workingDirectory, file), {
      replaces: options.replace,
      acceptsOtherKey: options['other-key'],
    }),
  );
  terminal.stderr.write(
    `Restored flows: ${flows}, revisions: ${revisions}, executions: ${executions}, files: ${files}\n`,
  );
  return 0;
}

/** @throws {UsageError} unless the user agrees */
async function confirm({ stdin, stderr }: Terminal): Promise<void> {
  if (!('isTTY' in stdin) || stdin.isTTY !== true)
    throw new UsageError('--replace removes everything that the store holds; add --yes.');
  const lines = createInterface({ input: stdin });
  stderr.write('This removes everything that the store holds. Continue? [y/N] ');
  const [answer] = await Promise.race([
    new Promise<string[]>((settle) => lines.once('line', (line) => settle([line]))),
    new Promise<string[]>((settle) => lines.once('close', () => settle([]))),
  ]);
  lines.close();
  if (!/^y(es)?$/i.test(answer?.trim() ?? '')) throw new UsageError('nothing was restored.');
}

const operatorErrors = ['BackupError', 'OwnRedisError', 'StoreFormatError', 'KeyFileError'];

async function asUsageErrors<Value>(step: () => Promise<Value>): Promise<Value> {
  try {
    return await step();
  } catch (error) {
    const isForOperator =
      error instanceof Error && (operatorErrors.includes(error.name) || ('syscall' in error && 'code' in error));
    throw isForOperator ? new UsageError(error.message, { cause: error }) : error;
  }
}

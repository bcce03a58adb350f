import { statSync } from 'node:fs';
import { resolve } from 'node:path';
import { createInterface } from 'node:readline/promises';
import type { BackupCounts } from '../../backup/backup-counts.ts';
import { IncompleteRestore } from '../../backup/restore-backup.ts';
import { backup, restore } from '../../composition/run-backup.ts';
import { loadConfiguration } from '../../config/load-configuration.ts';
import { isOperatorError } from '../../problem/operator-error.ts';
import type { ExitStatus } from '../exit-status.ts';
import { UsageError, type Terminal } from '../terminal.ts';

/** @throws {UsageError} if the store or the file is not available */
export async function makeBackup(file: string, terminal: Terminal): Promise<ExitStatus> {
  const { environment, workingDirectory, stdout, stderr, binaryStdout } = terminal;
  if (file === '-' && stdout.isTTY) throw new UsageError('a backup is not text: redirect standard output to a file.');
  const output = file === '-' ? binaryStdout : resolve(workingDirectory, file);
  return interruptible(terminal, async (signal) => {
    const counts = await backup(loadConfiguration(environment), { output, now: new Date(), signal });
    const size = typeof output === 'string' ? `${file}, ${statSync(output).size} bytes` : 'a backup';
    stderr.write(`Wrote ${size}: ${countsText(counts)}\n`);
  });
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
  const { environment, workingDirectory, stdin, stderr } = terminal;
  if (file === '-' && stdin.isTTY === true) throw new UsageError('redirect standard input from a backup.');
  if (options.replace && !options.yes) await confirm(terminal);
  return interruptible(terminal, async (signal) => {
    const counts = await restore(
      loadConfiguration(environment),
      file === '-' ? stdin : resolve(workingDirectory, file),
      { replaces: options.replace, acceptsOtherKey: options['other-key'], signal },
    );
    stderr.write(`Restored ${countsText(counts)}\n`);
  });
}

function countsText({ flows, revisions, executions, files }: BackupCounts): string {
  return `flows: ${flows}, revisions: ${revisions}, executions: ${executions}, files: ${files}`;
}

/** @throws {UsageError} unless the user agrees */
async function confirm({ stdin, stderr }: Terminal): Promise<void> {
  if (stdin.isTTY !== true) throw new UsageError('--replace removes everything that the store holds; add --yes.');
  const lines = createInterface({ input: stdin });
  stderr.write('This removes everything that the store holds. Continue? [y/N] ');
  const [answer] = await Promise.race([
    new Promise<string[]>((settle) => lines.once('line', (line) => settle([line]))),
    new Promise<string[]>((settle) => lines.once('close', () => settle([]))),
  ]);
  lines.close();
  if (!/^y(es)?$/i.test(answer?.trim() ?? '')) throw new UsageError('nothing was restored.');
}

/**
 * Runs a step that Ctrl-C, SIGTERM and a closed output interrupt, so that it can tidy up.
 * @throws {UsageError} for errors with a message for the operator
 */
async function interruptible(terminal: Terminal, step: (signal: AbortSignal) => Promise<void>): Promise<ExitStatus> {
  const interruption = new AbortController();
  const removeListener = terminal.onStop(() => interruption.abort());
  try {
    await step(interruption.signal);
    return 0;
  } catch (error) {
    const message = operatorMessage(error);
    if (message === undefined) throw error;
    if (!interruption.signal.aborted) throw new UsageError(message, { cause: error });
    terminal.stderr.write(`flowgate: ${message}\n`);
    return 130;
  } finally {
    removeListener();
  }
}

function operatorMessage(error: unknown): string | undefined {
  if (!(error instanceof Error)) return undefined;
  if (error instanceof IncompleteRestore) {
    const reason = operatorMessage(error.cause);
    return reason === undefined ? undefined : `${reason.replace(/\.$/, '')}. ${error.message}`;
  }
  if (error.name === 'AbortError') return 'Interrupted';
  const isOfSystem = 'syscall' in error && 'code' in error;
  return isOfSystem || error.name === 'AppError' || isOperatorError(error) ? error.message : undefined;
}

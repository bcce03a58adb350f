import { statSync } from 'node:fs';
import { resolve } from 'node:path';
import { withoutFullStop } from '../../../base/problem/describe-value.ts';
import { isOperatorError } from '../../../base/problem/operator-error.ts';
import { readConfiguration } from '../../../engines/read-configuration.ts';
import type { BackupCounts } from '../../../store/backup/backup-counts.ts';
import { IncompleteRestore } from '../../../store/backup/restore-backup.ts';
import { backup, restore } from '../../../store/backup/run-backup.ts';
import { confirm } from '../ask.ts';
import type { ExitStatus } from '../exit-status.ts';
import { interruptible, UsageError, type Terminal } from '../terminal.ts';

/** @throws {UsageError} if the store or the file is not available */
export async function makeBackup(file: string, terminal: Terminal): Promise<ExitStatus> {
  const { environment, workingDirectory, stdout, stderr, binaryStdout } = terminal;
  if (file === '-' && stdout.isTTY) throw new UsageError('a backup is not text; redirect standard output to a file.');
  const output = file === '-' ? binaryStdout : resolve(workingDirectory, file);
  return reportingInterruption(terminal, async (signal) => {
    const counts = await backup(readConfiguration(environment), { output, now: new Date(), signal });
    const size = typeof output === 'string' ? `${file}, ${statSync(output).size} bytes` : 'a backup';
    stderr.write(`Wrote ${size}: ${countsText(counts)}\n`);
  });
}

export interface RestoreOptions {
  readonly replace: boolean;
  readonly yes: boolean;
  readonly 'other-key': boolean;
}

/** @throws {UsageError} if the backup is damaged, or the store cannot be used */
export async function restoreFromBackup(
  file: string,
  { replace, yes, 'other-key': acceptsOtherKey }: RestoreOptions,
  terminal: Terminal,
): Promise<ExitStatus> {
  const { environment, workingDirectory, stdin, stderr } = terminal;
  if (file === '-' && stdin.isTTY === true) throw new UsageError('redirect standard input from a backup.');
  const question = 'This removes everything in the store. Continue?';
  if (replace && !(await confirm(question, { yes }, terminal))) throw new UsageError('nothing was restored.');
  return reportingInterruption(terminal, async (signal) => {
    const input = file === '-' ? stdin : resolve(workingDirectory, file);
    const options = { replaces: replace, acceptsOtherKey, signal };
    const counts = await restore(readConfiguration(environment), input, options);
    stderr.write(`Restored ${countsText(counts)}\n`);
  });
}

function countsText({ flows, revisions, executions, files }: BackupCounts): string {
  return `flows: ${flows}, revisions: ${revisions}, executions: ${executions}, files: ${files}`;
}

/**
 * Runs a step that Ctrl-C, SIGTERM and a closed output interrupt, so that it can clean up.
 * @throws {UsageError} for errors with a message for the operator
 */
function reportingInterruption(
  { onStop, stderr }: Terminal,
  step: (signal: AbortSignal) => Promise<void>,
): Promise<ExitStatus> {
  return interruptible(onStop, async (signal) => {
    try {
      await step(signal);
      return 0;
    } catch (error) {
      const message = operatorMessage(error);
      if (message === undefined) throw error;
      if (!signal.aborted) throw new UsageError(message, { cause: error });
      stderr.writeMessage(message);
      return 130;
    }
  });
}

function operatorMessage(error: unknown): string | undefined {
  if (!(error instanceof Error)) return undefined;
  if (error instanceof IncompleteRestore) {
    const reason = operatorMessage(error.cause);
    return reason === undefined ? undefined : `${withoutFullStop(reason)}. ${error.message}`;
  }
  if (error.name === 'AbortError') return 'Interrupted';
  const isOfSystem = 'syscall' in error && 'code' in error;
  return isOfSystem || error.name === 'AppError' || isOperatorError(error) ? error.message : undefined;
}

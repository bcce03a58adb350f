import { readFile, stat } from 'node:fs/promises';
import { resolve } from 'node:path';
import { buffer as readAll } from 'node:stream/consumers';
import { UsageError, type Terminal } from '../terminal.ts';

/** A file with a flow in YAML or JSON, and its name for messages. */
export interface FlowFile {
  readonly name: string;
  readonly text: string;
  /** The unchanged content of the file, with its byte order mark if it has one. */
  readonly bytes: Uint8Array;
}

// Far more than a flow or a job has; a file of some gigabytes is another by mistake.
const maxBytes = 64 * 1024 * 1024;

const reasons: Readonly<Record<string, string>> = {
  ENOENT: 'the file was not found',
  EISDIR: 'it is a folder; specify the files in it, or a pattern such as flows/*.yaml',
  EACCES: 'permission denied',
  ENOTDIR: 'a part of its path is not a folder',
};

/**
 * Reads a flow from a file, or from standard input for `-`.
 * @throws {UsageError} when the file cannot be read
 */
export async function readFlowFile(file: string, terminal: Terminal): Promise<FlowFile> {
  const name = file === '-' ? '<stdin>' : file;
  const bytes = file === '-' ? await readAll(terminal.stdin) : await readBytes(file, terminal);
  try {
    return { name, text: new TextDecoder('utf-8', { fatal: true }).decode(bytes), bytes };
  } catch (error) {
    throw new UsageError(`cannot read ${name}: it is not UTF-8 text.`, { cause: error });
  }
}

/** Reads several files. A file that cannot be read is reported on stderr and does not hide the others. */
export async function readFlowFiles(
  names: readonly string[],
  terminal: Terminal,
): Promise<{ readonly files: readonly FlowFile[]; readonly isAnyUnreadable: boolean }> {
  const outcomes = await Promise.allSettled(names.map((name) => readFlowFile(name, terminal)));
  for (const outcome of outcomes) {
    if (outcome.status === 'fulfilled') continue;
    if (!(outcome.reason instanceof UsageError)) throw outcome.reason;
    terminal.stderr.writeMessage(outcome.reason.message);
  }
  const files = outcomes.flatMap((outcome) => (outcome.status === 'fulfilled' ? [outcome.value] : []));
  return { files, isAnyUnreadable: files.length < names.length };
}

async function readBytes(file: string, terminal: Terminal): Promise<Uint8Array> {
  const path = resolve(terminal.workingDirectory, file);
  try {
    if ((await stat(path)).size <= maxBytes) return await readFile(path);
  } catch (error) {
    throw cannotRead(file, error);
  }
  throw new UsageError(`cannot read ${file}: it is larger than the limit of ${maxBytes / 1024 / 1024} MB.`);
}

/** @param error the error of the file system */
export function cannotRead(file: string, error: unknown): UsageError {
  const code = error instanceof Error && 'code' in error ? String(error.code) : '';
  return new UsageError(`cannot read ${file}: ${reasons[code] ?? String(error)}.`, { cause: error });
}

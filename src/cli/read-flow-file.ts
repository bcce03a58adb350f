import { readFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import { buffer as readAll } from 'node:stream/consumers';
import { UsageFault, type Terminal } from './command.ts';

/** The text of a flow, in YAML or JSON, and the name that messages give to its file. */
export interface FlowFile {
  readonly name: string;
  readonly text: string;
}

const reasons: Readonly<Record<string, string>> = {
  ENOENT: 'there is no such file',
  EISDIR: 'it is a folder; name the files in it, or a pattern such as flows/*.yaml',
  EACCES: 'permission denied',
  ENOTDIR: 'a part of its path is no folder',
};

/**
 * Reads a flow from a file, or from standard input for `-`.
 * @throws {UsageFault} when the file cannot be read
 */
export async function readFlowFile(file: string, terminal: Terminal): Promise<FlowFile> {
  const name = file === '-' ? '<stdin>' : file;
  const bytes = file === '-' ? await readAll(terminal.stdin) : await readBytes(file, terminal);
  try {
    return { name, text: new TextDecoder('utf-8', { fatal: true }).decode(bytes) };
  } catch (error) {
    throw new UsageFault(`cannot read ${name}: it is not UTF-8 text.`, { cause: error });
  }
}

async function readBytes(file: string, terminal: Terminal): Promise<Uint8Array> {
  try {
    return await readFile(resolve(terminal.workingDirectory, file));
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? String(error.code) : '';
    throw new UsageFault(`cannot read ${file}: ${reasons[code] ?? String(error)}.`, { cause: error });
  }
}

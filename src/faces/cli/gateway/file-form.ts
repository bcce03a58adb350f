import { randomUUID } from 'node:crypto';
import { open, type FileHandle } from 'node:fs/promises';
import { basename } from 'node:path';
import { cannotRead } from '../flows/read-flow-file.ts';

/** A multipart form whose files are streamed. */
export interface FileForm {
  /** Includes the boundary of the parts. */
  readonly contentType: string;
  readonly body: AsyncIterable<Uint8Array>;
  close(): Promise<void>;
}

/** @param files absolute paths by field name @throws {UsageError} when a file cannot be opened */
export async function openFileForm(files: ReadonlyMap<string, string>): Promise<FileForm> {
  const opened: { readonly name: string; readonly path: string; readonly file: FileHandle }[] = [];
  const close = async () => {
    for (const { file } of opened) await file.close();
  };
  try {
    for (const [name, path] of files) opened.push({ name, path, file: await openFile(path) });
  } catch (error) {
    await close();
    throw error;
  }
  const boundary = `flowgate-${randomUUID()}`;
  return { contentType: `multipart/form-data; boundary=${boundary}`, body: parts(opened, boundary), close };
}

async function openFile(path: string): Promise<FileHandle> {
  try {
    const file = await open(path);
    if (!(await file.stat()).isDirectory()) return file;
    await file.close();
  } catch (error) {
    throw cannotRead(path, error);
  }
  throw cannotRead(path, Object.assign(new Error('It is a folder'), { code: 'EISDIR' }));
}

async function* parts(
  files: readonly { readonly name: string; readonly path: string; readonly file: FileHandle }[],
  boundary: string,
): AsyncGenerator<Uint8Array> {
  for (const { name, path, file } of files) {
    yield Buffer.from(
      `--${boundary}\r\nContent-Disposition: form-data; name="${quoted(name)}"; filename="${quoted(basename(path))}"\r\nContent-Type: application/octet-stream\r\n\r\n`,
    );
    yield* file.createReadStream({ autoClose: false }) as AsyncIterable<Buffer>; // no encoding is set
    yield Buffer.from('\r\n');
  }
  yield Buffer.from(`--${boundary}--\r\n`);
}

/** Escapes names as browsers do (WHATWG HTML, 4.10.22.8). */
function quoted(name: string): string {
  return name.replaceAll('"', '%22').replaceAll('\r', '%0D').replaceAll('\n', '%0A');
}

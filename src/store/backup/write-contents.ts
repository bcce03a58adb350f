import { createWriteStream } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { PassThrough, type Writable } from 'node:stream';
import { finished } from 'node:stream/promises';
import type { ArtifactFolder } from '../executions/artifacts/artifact-folder.ts';
import { contentName, type FileFolder } from '../files/file-folder.ts';
import type { RedisContentIndex } from '../files/redis-content-index.ts';
import { BackupError } from './backup-file.ts';
import type { BackupRecord, FileRecord } from './backup-record.ts';

export type ContentRecord = Extract<
  BackupRecord,
  { readonly file: unknown } | { readonly artifact: unknown } | { readonly isLast: boolean }
>;

export interface ContentsTargetDeps {
  readonly folder: FileFolder;
  readonly index: RedisContentIndex;
  readonly artifacts: ArtifactFolder;
}

/** Writes the files and artifacts of a backup, each as its bytes arrive. */
export class ContentsTarget {
  readonly #deps: ContentsTargetDeps;
  #open: { readonly stream: Writable; readonly end: Promise<void> } | undefined;

  constructor(deps: ContentsTargetDeps) {
    this.#deps = deps;
  }

  /** @throws {BackupError} if the record does not fit; errors of the file system */
  async write(record: ContentRecord): Promise<void> {
    if ('file' in record) this.#open = this.#openFile(record.file);
    else if ('artifact' in record) this.#open = await this.#openArtifact(record.artifact);
    else await this.#writeBytes(record);
  }

  async #writeBytes({ bytes, isLast }: { readonly bytes: string; readonly isLast: boolean }): Promise<void> {
    if (this.#open === undefined) throw new BackupError('The backup contains bytes that belong to no file');
    const { stream, end } = this.#open;
    const chunk = Buffer.from(bytes, 'base64');
    const isFull = chunk.length > 0 && !stream.write(chunk);
    if (isFull) await Promise.race([new Promise((resolve) => stream.once('drain', resolve)), end]);
    if (!isLast) return;
    stream.end();
    await end;
    this.#open = undefined;
  }

  #openFile({ sha256, until, owners }: FileRecord) {
    const { folder, index } = this.#deps;
    const stream = new PassThrough();
    const end = (async () => {
      const received = await folder.receive(stream, { limit: Infinity, admit: async () => undefined });
      if (received.sha256 !== sha256)
        throw new BackupError(`The file ${sha256} in the backup does not match its digest`);
      const name = contentName(sha256);
      await folder.place(received.path, name);
      for (const actor of owners) {
        const charge = { size: received.size, reservation: { id: '', actor } };
        await index.adopt(sha256, name, new Date(until), charge);
      }
    })();
    end.catch(() => undefined); // awaited with the last bytes
    return { stream, end };
  }

  async #openArtifact({ execution, path }: { readonly execution: string; readonly path: string }) {
    const target = join(this.#deps.artifacts.path(execution), path); // stays within: see isBackupRecord
    await mkdir(dirname(target), { recursive: true, mode: 0o700 });
    const stream = createWriteStream(target, { mode: 0o600 });
    const end = finished(stream);
    end.catch(() => undefined); // as above
    return { stream, end };
  }
}

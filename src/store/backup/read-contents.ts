import { open, type FileHandle } from 'node:fs/promises';
import { join } from 'node:path';
import { isFinal } from '../../lifecycle/execution-state.ts';
import { listFiles } from '../executions/artifacts/list-files.ts';
import type { RedisExecutionStore } from '../executions/redis/redis-execution-store.ts';
import type { BackupRecord } from './backup-record.ts';
import type { ContentsTargetDeps } from './write-contents.ts';

const chunkBytes = 1024 * 1024;

/** The uploads that are kept, and the artifacts of ended executions of this machine. */
export async function* readContents({
  folder,
  index,
  artifacts,
  store,
}: ContentsTargetDeps & { readonly store: Pick<RedisExecutionStore, 'read'> }): AsyncGenerator<BackupRecord> {
  for (const { sha256, name, until, owners } of await index.all()) {
    const file = await folder.open(name); // an open file stays readable if it is removed
    if (file === undefined) continue;
    yield { file: { sha256, until, owners } };
    yield* bytesOf(file);
  }
  for (const id of await artifacts.ids()) {
    const record = await store.read(id);
    if (record === undefined || !isFinal(record.state)) continue;
    const root = artifacts.path(id);
    for (const path of await listFiles(root)) {
      const file = await open(join(root, path)).catch(() => undefined); // removed with its execution
      if (file === undefined) continue;
      yield { artifact: { execution: id, path } };
      yield* bytesOf(file);
    }
  }
}

async function* bytesOf(file: FileHandle): AsyncGenerator<BackupRecord> {
  try {
    const buffer = Buffer.alloc(chunkBytes);
    for (let isLast = false; !isLast;) {
      const { bytesRead } = await file.read(buffer, 0, chunkBytes);
      isLast = bytesRead === 0;
      yield { bytes: buffer.toString('base64', 0, bytesRead), isLast };
    }
  } finally {
    await file.close();
  }
}

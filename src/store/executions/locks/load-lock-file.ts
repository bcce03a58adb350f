import { describeProblems, readOperatorText } from '../../../access/operator-file.ts';
import { messageOf } from '../../../base/problem/message-of.ts';
import type { LockFile } from './lock-file.ts';
import { readLockFile } from './read-lock-file.ts';

/** Thrown for an invalid file of locks; the message lists all problems. */
class LockFileError extends Error {
  override readonly name = 'LockFileError';
}

/** @param path the path in `FLOWGATE_LOCKS` @throws {LockFileError} */
export async function loadLockFile(path: string): Promise<LockFile> {
  const text = await readOperatorText(path, 'file of locks').catch((error: unknown) => {
    throw new LockFileError(messageOf(error), { cause: error });
  });
  const { file, problems } = readLockFile(text);
  if (file === undefined) throw new LockFileError(describeProblems(path, 'file of locks', problems));
  return file;
}

import { constants } from 'node:fs';
import { open } from 'node:fs/promises';
import { join } from 'node:path';
import { maxValueSize } from '../../language/safe-patterns/value-limits.ts';
import { MissingSecret, type OpenProvider } from './secret-provider.ts';

/**
 * Files in a mounted folder, as Kubernetes, External Secrets, the CSI driver, Vault Agent and Docker write them. Line
 * breaks at the end are no part of a secret, as in a shell.
 */
export const openFileProvider: OpenProvider = ({ folder }) =>
  folder === undefined ? undefined : { read: ({ path }) => readSecretFile(join(folder, path)) };

async function readSecretFile(path: string): Promise<string> {
  // Opening a named pipe waits for a writer, in one of the few threads for files.
  const file = await open(path, constants.O_RDONLY | constants.O_NONBLOCK).catch((error: unknown) => {
    // The message would contain the path of the folder.
    throw lasting.get(codeOf(error)) ?? new Error(`the file cannot be read: ${String(codeOf(error))}`);
  });
  try {
    if (!(await file.stat()).isFile()) throw new MissingSecret('it is not a file');
    // One byte more than a value may have, so that a larger one is noticed.
    const { buffer, bytesRead } = await file.read(Buffer.alloc(maxValueSize + 3));
    return buffer.toString('utf8', 0, bytesRead).replace(/[\r\n]+$/, '');
  } finally {
    await file.close();
  }
}

const lasting = new Map<unknown, MissingSecret>([
  ['ENOENT', new MissingSecret('there is no such file in FLOWGATE_SECRETS_DIR')],
  ['ENOTDIR', new MissingSecret('there is no such file in FLOWGATE_SECRETS_DIR')],
  ['ENAMETOOLONG', new MissingSecret('no file can have this name')],
  ['EACCES', new MissingSecret('Flowgate may not read the file')],
]);

function codeOf(error: unknown): unknown {
  return error instanceof Error && 'code' in error ? error.code : undefined;
}

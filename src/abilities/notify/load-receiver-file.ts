import { readFileSync } from 'node:fs';
import { describeProblems, readOperatorText } from '../../access/operator-file.ts';
import { messageOf } from '../../base/problem/message-of.ts';
import { readReceiverFile } from './read-receiver-file.ts';
import type { ReceiverFile } from './receiver-file.ts';

/** Thrown for an invalid file of receivers; the message lists all problems. */
class ReceiverFileError extends Error {
  override readonly name = 'ReceiverFileError';
}

/** @param path the path in `FLOWGATE_RECEIVERS` @throws {ReceiverFileError} */
export async function loadReceiverFile(path: string): Promise<ReceiverFile> {
  const text = await readOperatorText(path, 'file of receivers').catch((error: unknown) => {
    throw new ReceiverFileError(messageOf(error), { cause: error });
  });
  const readSecret = (of: string) => new TextDecoder('utf-8', { fatal: true }).decode(readFileSync(of));
  const { file, problems } = readReceiverFile(text, readSecret);
  if (file === undefined) throw new ReceiverFileError(describeProblems(path, 'file of receivers', problems));
  return file;
}

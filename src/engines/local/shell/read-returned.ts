import { openRegularFile } from '../../../execution/artifacts/open-regular-file.ts';

// More than the program around a script keeps: see `templates/agent/run-task.sh`.
const maxBytes = 8 * 1024 * 1024;

/** The result of a script; an empty string if it removed the file, or replaced it with something else. */
export async function readReturned(path: string): Promise<string> {
  const file = await openRegularFile(path).catch(() => undefined);
  if (file === undefined) return '';
  try {
    const stream = file.createReadStream({ end: maxBytes - 1, autoClose: false });
    const pieces: Buffer[] = [];
    for await (const piece of stream) pieces.push(piece as Buffer); // the stream has no encoding
    return Buffer.concat(pieces).toString();
  } finally {
    await file.close();
  }
}

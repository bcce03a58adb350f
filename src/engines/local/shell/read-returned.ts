import { buffer } from 'node:stream/consumers';
import { openRegularFile } from '../../../store/executions/artifacts/open-regular-file.ts';

// More than the program around a script keeps: see `templates/agent/run-task.sh`.
const maxBytes = 8 * 1024 * 1024;

/** The result of a script; an empty string if it removed the file, or replaced it with something else. */
export async function readReturned(path: string): Promise<string> {
  const file = await openRegularFile(path).catch(() => undefined);
  if (file === undefined) return '';
  try {
    return (await buffer(file.createReadStream({ end: maxBytes - 1, autoClose: false }))).toString();
  } finally {
    await file.close();
  }
}

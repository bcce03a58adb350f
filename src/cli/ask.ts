import { Writable } from 'node:stream';
import { UsageError, type Terminal } from './terminal.ts';

/** Asks a question on the terminal. @param isHidden whether the answer is not shown @throws {UsageError} after Ctrl-C */
export async function ask(
  question: string,
  { stdin, stderr }: Terminal,
  { isHidden = false }: { readonly isHidden?: boolean } = {},
): Promise<string> {
  const output = new Writable({
    write(chunk: Buffer, _encoding, done) {
      if (!isHidden) stderr.writeLog(chunk.toString());
      done();
    },
  });
  const { createInterface } = await import('node:readline/promises'); // most calls ask nothing
  const lines = createInterface({ input: stdin, output, terminal: isHidden });
  // Only now: what is typed or pasted before the terminal stops showing it would be seen.
  stderr.write(question);
  const ended = new AbortController();
  lines.once('SIGINT', () => ended.abort());
  lines.once('close', () => ended.abort());
  try {
    return (await lines.question('', { signal: ended.signal })).trim();
  } catch (error) {
    if (ended.signal.aborted) throw new UsageError('nothing was answered.', { cause: error });
    throw error;
  } finally {
    lines.close();
    if (isHidden) stderr.write('\n');
  }
}

/** The text on standard input, without the line break at its end. */
export async function readStandardInput({ stdin }: Terminal): Promise<string> {
  const { buffer } = await import('node:stream/consumers');
  return (await buffer(stdin)).toString('utf8').replace(/\r?\n$/, '');
}

/**
 * Asks before something is removed.
 * @returns whether to go on
 * @throws {UsageError} if there is no terminal to ask on
 */
export async function confirm(
  question: string,
  { yes }: { readonly yes: boolean },
  terminal: Terminal,
): Promise<boolean> {
  if (yes) return true;
  if (terminal.stdin.isTTY !== true || !terminal.stderr.isTTY)
    throw new UsageError('this deletes data and needs confirmation; without a terminal, add --yes.');
  return /^y(?:es)?$/i.test(await ask(`${question} [y/N] `, terminal));
}

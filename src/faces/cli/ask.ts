import { Writable } from 'node:stream';
import { UsageError, type Terminal } from './terminal.ts';

/**
 * Asks a question on the terminal.
 * @param isHidden whether the answer is not shown
 * @throws {UsageError} after Ctrl-C, or if the signal ends the question
 */
export async function ask(
  question: string,
  { stdin, stderr }: Terminal,
  { isHidden = false, signal }: { readonly isHidden?: boolean; readonly signal?: AbortSignal } = {},
): Promise<string> {
  const output = new Writable({
    write(chunk: Buffer, _encoding, done) {
      if (!isHidden) stderr.writeLog(chunk.toString());
      done();
    },
  });
  const { createInterface } = await import('node:readline/promises'); // most commands ask nothing
  const lines = createInterface({ input: stdin, output, terminal: isHidden });
  // Only after the terminal has stopped echoing, so that nothing typed or pasted is visible.
  stderr.write(question);
  const ended = new AbortController();
  lines.once('SIGINT', () => ended.abort());
  lines.once('close', () => ended.abort());
  const end = (): void => ended.abort();
  signal?.addEventListener('abort', end);
  try {
    if (signal?.aborted === true) end();
    return (await lines.question('', { signal: ended.signal })).trim();
  } catch (error) {
    if (ended.signal.aborted) throw new UsageError('no answer was given.', { cause: error });
    throw error;
  } finally {
    signal?.removeEventListener('abort', end);
    lines.close();
    if (isHidden) stderr.write('\n');
  }
}

/**
 * Reads a secret: on a terminal, the hidden answer to a question, else standard input without the line break at its end.
 * @param question undefined to always read standard input
 */
export async function askSecret(question: string | undefined, terminal: Terminal): Promise<string> {
  if (question !== undefined && terminal.stdin.isTTY === true) return ask(question, terminal, { isHidden: true });
  const { text } = await import('node:stream/consumers');
  return (await text(terminal.stdin)).replace(/\r?\n$/, '');
}

/**
 * Asks before something is deleted.
 * @returns whether to continue
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

import type { AnswerLimits } from './answer-limits.ts';
import { tooLarge } from './unusable-answer.ts';

/**
 * The bytes of an answer. Reads no more than the limit; the stream ends then, and after any other error.
 * @param body whose own errors are thrown as they are: that of its signal, for one that is too slow
 * @throws {UnusableAnswer}
 */
export async function readBody(
  body: AsyncIterable<Uint8Array> | null | undefined,
  limits: Pick<AnswerLimits, 'of' | 'bytes'>,
): Promise<Buffer> {
  const pieces: Uint8Array[] = [];
  let size = 0;
  for await (const piece of body ?? []) {
    size += piece.byteLength;
    if (size > limits.bytes) throw tooLarge(limits);
    pieces.push(piece);
  }
  return Buffer.concat(pieces, size);
}

/** The text of the first bytes of an answer, as far as they arrive. */
export async function readStart(body: AsyncIterable<Uint8Array> | null | undefined, bytes: number): Promise<string> {
  const pieces: Uint8Array[] = [];
  let size = 0;
  try {
    for await (const piece of body ?? []) {
      pieces.push(piece);
      size += piece.byteLength;
      if (size >= bytes) break;
    }
  } catch {
    // What has arrived must do.
  }
  return Buffer.concat(pieces).toString('utf8', 0, bytes);
}

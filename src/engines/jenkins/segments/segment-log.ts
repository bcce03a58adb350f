import { defaultMaxLogBytes } from '../../../config/allowed-values.ts';
import type { ExecutionRecord } from '../../../execution/record/execution-record.ts';
import type { LogStore } from '../../../execution/record/log-store.ts';

// Enough for the error that ends a build, however long the earlier ones were.
const minBytes = 64 * 1024;
const chunkBytes = 256 * 1024;

/** The limit of the log of a segment: what is left of that of the execution. */
export function segmentLogBytes(
  { earlierLogBytes = 0 }: Pick<ExecutionRecord, 'earlierLogBytes'>,
  maxBytes = defaultMaxLogBytes,
): number {
  return Math.max(minBytes, maxBytes - earlierLogBytes);
}

/** The log of the earlier segments, followed by that of this one: writing it again changes nothing. */
export async function* withEarlierLog(
  { id, earlierLogBytes = 0 }: ExecutionRecord,
  logs: Pick<LogStore, 'read'>,
  pieces: AsyncIterable<string>,
): AsyncGenerator<string> {
  const decoder = new TextDecoder();
  for (let start = 0; start < earlierLogBytes;) {
    const piece = await logs.read(id, { start, bytes: Math.min(chunkBytes, earlierLogBytes - start) });
    if (piece === undefined || piece.bytes.length === 0) break;
    start += piece.bytes.length;
    yield decoder.decode(piece.bytes, { stream: true });
  }
  yield* pieces;
}

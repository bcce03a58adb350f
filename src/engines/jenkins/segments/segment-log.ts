import type { ExecutionRecord } from '../../../lifecycle/execution-record.ts';
import type { RedisLogStore } from '../../../store/executions/redis/redis-log-store.ts';

const chunkBytes = 256 * 1024;

/** The log of the earlier segments, followed by that of this one: writing it again changes nothing. */
export async function* withEarlierLog(
  { id, earlierLogBytes = 0 }: ExecutionRecord,
  logs: Pick<RedisLogStore, 'read'>,
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

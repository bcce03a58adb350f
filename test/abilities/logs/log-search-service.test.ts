import { expect, it } from 'vitest';
import { LogChunk } from '../../../src/abilities/logs/lines/log-reading.ts';
import { LogSearchService } from '../../../src/abilities/logs/log-search-service.ts';
import type { VisibleExecution } from '../../../src/abilities/records/visible-execution.ts';
import type { Caller } from '../../../src/access/caller.ts';

const flow = { namespace: 'examples', id: 'hello' };

it('finds a long line once, although it is in several chunks', async () => {
  const execution = { id: '01JD8Z3K5V6W7X8Y9Z0A1B2C3D', flow } as VisibleExecution; // what is read of it
  const chunks = ['long ', 'long ', 'long\nlong\n'].map((part) => Buffer.from(part));
  async function* text() {
    let start = 0;
    for (const bytes of chunks) {
      yield new LogChunk([{ start, bytes }], start + bytes.length);
      start += bytes.length;
    }
    return 'SUCCESS' as const;
  }
  const deps = {
    executions: { list: async () => ({ executions: [execution] }), read: async () => execution },
    logs: { text },
    now: () => new Date(0),
  } as ConstructorParameters<typeof LogSearchService>[0];
  const { hits } = await new LogSearchService(deps).search(flow, 'LONG', {} as Caller);
  expect(hits.map(({ line, text: found }) => [line, found])).toEqual([
    [1, 'long '],
    [2, 'long'],
  ]);
});

import { createParser, type EventSourceMessage } from 'eventsource-parser';
import { describe, expect, it } from 'vitest';
import { LogService } from '../../../src/abilities/logs/log-service.ts';
import type { ExecutionService } from '../../../src/abilities/records/execution-service.ts';
import type { VisibleExecution } from '../../../src/abilities/records/visible-execution.ts';
import { AppError } from '../../../src/base/problem/app-error.ts';
import type { ConfiguredEngines } from '../../../src/engines/configured-engines.ts';
import { headedLines } from '../../../src/engines/local/log-headings.ts';
import { chunkEvent, lineEvents } from '../../../src/faces/http/response/log-events.ts';
import type { RedisLogStore } from '../../../src/store/executions/redis/redis-log-store.ts';

const lines = Array.from(
  { length: 9_000 },
  (_, index) => `${index} ä ${'x'.repeat(index % 20)}${index % 3 ? '' : '\r50%'}`,
);
const task = lines.map((line) => `${line}\n`).join('');
const log = Buffer.from(
  `[Flowgate] task other\nfirst\n[Flowgate] task say\n${task}[Flowgate] end\nFinished: SUCCESS\n`,
);
const ended = {
  id: '1',
  phase: 'ended',
  state: 'SUCCESS',
  engine: 'local',
  tasks: [],
  isPartial: false,
} as unknown as VisibleExecution;
const logs = {
  read: async (_id: string, { start, bytes }: { start: number; bytes: number }) => ({
    bytes: log.subarray(start, start + bytes),
    size: log.length,
  }),
} as unknown as RedisLogStore;
const service = (store = logs) =>
  new LogService({
    logs: store,
    engines: { linesOf: () => headedLines } as unknown as ConfiguredEngines,
    executions: {} as ExecutionService,
  });

/** What a client receives that follows the task from a position on. */
async function followed(form: typeof lineEvents, start: number) {
  const events: EventSourceMessage[] = [];
  const parser = createParser({ onEvent: (event) => events.push(event) });
  const options = { start, task: 'say', signal: new AbortController().signal };
  for await (const chunk of service().follow(ended, options)) parser.feed(chunk.as(form).toString());
  return events;
}

describe('the events of a log', () => {
  it('are one for each line, and continue after any of them', async () => {
    const all = await followed(lineEvents, 0);
    expect(all.map(({ data }) => data.replace('\n', '\r'))).toEqual(lines);
    for (const index of [0, 1, 4_321, 8_998, 8_999])
      expect(await followed(lineEvents, Number(all[index]?.id))).toEqual(all.slice(index + 1));
  });

  it('are few if the client asks for chunks, and continue after any of either kind', async () => {
    const all = await followed(chunkEvent, 0);
    const text = (events: typeof all) => events.map(({ data }) => JSON.parse(data) as string).join('');
    expect(text(all)).toBe(task);
    expect(all.length).toBeLessThan(10);
    for (const [index, { id }] of all.entries())
      expect(await followed(chunkEvent, Number(id))).toEqual(all.slice(index + 1));
    const [, line] = await followed(lineEvents, 0);
    expect(text(await followed(chunkEvent, Number(line?.id)))).toBe(task.split('\n').slice(2).join('\n'));
  });
});

it('readers from different places share what they read', async () => {
  let reads = 0;
  const counted = { read: (id: string, range: { start: number; bytes: number }) => (reads++, logs.read(id, range)) };
  const shared = service(counted as unknown as RedisLogStore);
  const read = async (start: number): Promise<string> => {
    const texts: string[] = [];
    for await (const chunk of shared.follow(ended, { start, signal: new AbortController().signal }))
      texts.push(...chunk.texts.map(({ bytes }) => bytes.toString()));
    return texts.join('');
  };
  const starts = [0, 21, 27, 46, 63];
  const texts = await Promise.all(starts.map(read));
  expect(texts).toEqual(starts.map((start) => log.subarray(start).toString()));
  const chunks = Math.ceil(log.length / 65_536);
  expect(chunks).toBeGreaterThan(1);
  expect(reads).toBe(starts.length + chunks - 1);
});

it('does not take the log of an execution that was removed meanwhile as complete', async () => {
  const removed = {
    read: async (id: string, range: { start: number; bytes: number }) =>
      range.start === 0 ? logs.read(id, range) : undefined,
  } as unknown as RedisLogStore;
  const chunks = service(removed).follow(ended, { start: 0, signal: new AbortController().signal });
  await expect(chunks.next()).resolves.toMatchObject({ done: false });
  await expect(chunks.next()).rejects.toMatchObject({ code: 'execution-not-found' });
});

it('a log whose file is missing is reported before anything is sent', async () => {
  const missing = { read: () => Promise.reject(new AppError('files-unavailable', 'gone')) } as unknown as RedisLogStore;
  await expect(service(missing).requireLog(ended)).rejects.toThrow('gone');
  await expect(
    service(missing).requireLog({ ...ended, phase: 'running', state: 'RUNNING' } as VisibleExecution),
  ).resolves.toBeUndefined();
});

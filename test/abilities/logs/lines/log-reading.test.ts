import { setImmediate as nextTurn } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { firstPosition } from '../../../../src/abilities/logs/lines/log-lines.ts';
import {
  LogReading,
  LogReadings,
  type LogChunk,
  type LogSource,
} from '../../../../src/abilities/logs/lines/log-reading.ts';
import { HeadedTaskLines } from '../../../../src/engines/local/log-headings.ts';

const pieceBytes = 1000;

/** A complete log that counts how often it is read. */
class CountedLog implements LogSource {
  reads = 0;
  signal: AbortSignal | undefined;
  readonly #bytes: Buffer;

  constructor(text: string) {
    this.#bytes = Buffer.from(text);
  }

  async read(offset: number, signal: AbortSignal) {
    this.reads++;
    this.signal = signal;
    await nextTurn();
    const bytes = this.#bytes.subarray(offset, offset + pieceBytes);
    return { bytes, ...(offset + pieceBytes >= this.#bytes.length && { end: 'SUCCESS' as const }) };
  }
}

const log = `[Flowgate] task a\n${'a line\n'.repeat(2000)}[Flowgate] task b\n${'another\n'.repeat(2000)}`;
const pieces = Math.ceil(log.length / pieceBytes);

async function* chunksOf(reading: LogReading, task = 'b'): AsyncGenerator<LogChunk, string> {
  for (let position = firstPosition(0, new HeadedTaskLines(task)); ;) {
    const { chunk, next, end } = await reading.step(position);
    yield chunk;
    if (end !== undefined) return end;
    position = next;
  }
}

async function textOf(chunks: AsyncIterable<LogChunk>): Promise<string> {
  let text = '';
  for await (const chunk of chunks) text += chunk.as(form).toString();
  return text;
}

let formed = 0;
function form({ texts }: LogChunk): Buffer {
  formed++;
  return Buffer.concat(texts.map(({ bytes }) => bytes));
}

it('reads and formats a log once for all who read it', async () => {
  const source = new CountedLog(log);
  const readings = new LogReadings();
  const read = () =>
    textOf(
      readings.read(
        'a log',
        () => new LogReading(source),
        (reading) => chunksOf(reading),
      ),
    );
  formed = 0;
  const texts = await Promise.all(Array.from({ length: 10 }, read));
  expect(new Set(texts)).toEqual(new Set(['another\n'.repeat(2000)]));
  expect(source.reads).toBe(pieces);
  expect(formed).toBe(pieces);
  expect(source.signal?.aborted).toBe(true);
  await read();
  expect(source.reads).toBe(2 * pieces);
});

it('keeps little for a reader that is far behind, which gets the same', async () => {
  const source = new CountedLog(log);
  const reading = new LogReading(source);
  const slow = chunksOf(reading);
  await slow.next();
  expect(await textOf(chunksOf(reading))).toBe('another\n'.repeat(2000));
  expect(source.reads).toBe(pieces);
  let text = '';
  for await (const chunk of slow) text += form(chunk).toString();
  expect(text).toBe('another\n'.repeat(2000));
  // It found only the last few parts.
  expect(source.reads).toBeGreaterThan(2 * pieces - 20);
});

it('asks again for what was not there, or could not be read', async () => {
  const answers = [new Error('gone'), Buffer.alloc(0), Buffer.from('text\n')];
  const reading = new LogReading({
    read: async () => {
      const answer = answers.shift();
      if (answer instanceof Error) throw answer;
      return { bytes: answer ?? Buffer.alloc(0) };
    },
  });
  const first = firstPosition(0, undefined);
  await expect(reading.step(first)).rejects.toThrow('gone');
  expect((await reading.step(first)).chunk.texts).toEqual([]);
  expect(form((await reading.step(first)).chunk).toString()).toBe('text\n');
  expect(form((await reading.step(first)).chunk).toString()).toBe('text\n');
});

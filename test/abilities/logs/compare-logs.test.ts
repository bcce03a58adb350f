import { describe, expect, it } from 'vitest';
import { compareLogs } from '../../../src/abilities/logs/compare-logs.ts';
import { LogChunk } from '../../../src/abilities/logs/lines/log-reading.ts';

/** A log that arrives in pieces. */
async function* log(...pieces: string[]): AsyncGenerator<LogChunk> {
  let start = 0;
  for (const piece of pieces) {
    const bytes = Buffer.from(piece);
    yield new LogChunk([{ start, bytes }], (start += bytes.length));
  }
}

const compare = (left: AsyncGenerator<LogChunk>, right: AsyncGenerator<LogChunk>, maxBytes = 1000) =>
  compareLogs(left, right, maxBytes);

describe('two logs', () => {
  it('are the same however they arrive, and with or without a last line feed', async () => {
    expect(await compare(log('one\ntwo\nth', 'ree\n'), log('one\n', 'two\nthree'))).toEqual({ isCut: false });
    expect(await compare(log(), log())).toEqual({ isCut: false });
  });

  it('differ in the first line that is not the same', async () => {
    expect(await compare(log('one\nt', 'wo: Größe', ' 1\nx\n'), log('one\ntwo: Grö', 'ße 2\n'))).toEqual({
      first: { left: { line: 2, text: 'two: Größe 1' }, right: { line: 2, text: 'two: Größe 2' } },
      isCut: false,
    });
  });

  it('differ where one of them ends, also within a line', async () => {
    expect((await compare(log('one\n'), log('one\ntwo\n'))).first).toEqual({ right: { line: 2, text: 'two' } });
    expect((await compare(log('one\ntwo'), log('one\ntw'))).first).toEqual({
      left: { line: 2, text: 'two' },
      right: { line: 2, text: 'tw' },
    });
  });

  it('are compared up to a limit, and the text of a line is cut', async () => {
    expect(await compare(log('a'.repeat(999), 'b\nc\n'), log('a'.repeat(999), 'b\nd\n'))).toEqual({ isCut: true });
    const { first } = await compare(log(`${'x'.repeat(600)}1\n`), log(`${'x'.repeat(600)}2\n`));
    expect(first?.left).toEqual({ line: 1, text: 'x'.repeat(500) });
  });
});

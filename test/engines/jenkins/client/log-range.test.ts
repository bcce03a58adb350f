import { describe, expect, it } from 'vitest';
import { logRange } from '../../../../src/engines/jenkins/client/log-range.ts';

const note = '\u001b[8mha:////4LcXGN7Rk6Z0cYnO8TicyzCm\u001b[0m';

const open = '\u001b[8mha:';

/** A range as Jenkins returns it, of a log with `size` bytes. */
function rangeOf(
  text: string | Buffer,
  {
    size,
    more = false,
    start = 0,
    truncated = false,
  }: { size: number; more?: boolean; start?: number; truncated?: boolean },
) {
  const headers: Record<string, string> = { 'x-text-size': String(size), ...(more && { 'x-more-data': 'true' }) };
  return logRange({ status: 200, bytes: Buffer.from(text), truncated, header: (name) => headers[name] }, start);
}

describe('a range of a log', () => {
  it('has lines that end in LF, without hidden notes, with colours', async () => {
    const text = `${note}[Pipeline] sh\r\n\u001b[31mred\u001b[0m\r50%\r\n`;
    expect(await rangeOf(text, { size: 300 })).toEqual({
      text: '[Pipeline] sh\n\u001b[31mred\u001b[0m\r50%\n',
      next: 300,
      more: false,
      truncated: false,
    });
  });

  it.each([1, 2, 3])('leaves a character with only %i bytes to the next range', async (length) => {
    const beginning = Buffer.from('🚀').subarray(0, length);
    const bytes = Buffer.concat([Buffer.from('é'), beginning]);
    expect(await rangeOf(bytes, { size: 100, more: true })).toMatchObject({ text: 'é', next: 100 - length });
  });

  it.each([note.slice(0, 30), note.slice(0, 8), note.slice(0, 5), note.slice(0, 1)])(
    'leaves an incomplete note to the next range',
    async (beginning) => {
      expect(await rangeOf(`line\r\n${beginning}`, { size: 100, more: true })).toMatchObject({
        text: 'line\n',
        next: 100 - beginning.length,
      });
    },
  );

  it('leaves a carriage return to the next range, which may begin with a line feed', async () => {
    expect(await rangeOf('line\r\n50%\r', { size: 100, more: true })).toMatchObject({ text: 'line\n50%', next: 99 });
    expect(await rangeOf('\r', { size: 100, start: 99, more: true })).toMatchObject({ text: '', next: 99 });
    expect(await rangeOf('\r', { size: 100, start: 99 })).toMatchObject({ text: '\r', next: 100 });
  });

  it('contains everything once the log is complete', async () => {
    expect(await rangeOf('line\r\n\u001b', { size: 100 })).toMatchObject({
      text: 'line\n\u001b',
      next: 100,
      more: false,
    });
  });

  it('is empty if Jenkins sends the whole log again', async () => {
    expect(await rangeOf('the whole log', { size: 13, start: 14 })).toEqual({
      text: '',
      next: 14,
      more: false,
      truncated: false,
    });
  });

  it('loses only whole notes, each of which ends in its line', async () => {
    const text = `${open}a\n${note}b${note}c ${open}\nd\u001b[0m${note}\n${open}${note}e`;
    expect((await rangeOf(text, { size: 300 })).text).toBe(`${open}a\nbc ${open}\nd\u001b[0m\ne`);
  });

  it('of a build that prints only the begins of notes is read in the time that its length takes', async () => {
    // In as many steps as the square of its length, this would not end.
    for (const text of [open.repeat(400_000), `${open}\n`.repeat(400_000)])
      expect((await rangeOf(text, { size: text.length })).text === text).toBe(true);
  });

  it('reports when it was too long to be read', async () => {
    const bytes = Buffer.from('aé').subarray(0, 2);
    expect(await rangeOf(bytes, { size: 100, more: true, truncated: true })).toEqual({
      text: 'a',
      next: 100,
      more: true,
      truncated: true,
    });
  });

  it('lets other work run while a long one is read, and reads it the same', async () => {
    const line = `${note}[Pipeline] ü ${'x'.repeat(60)}\r\n`;
    const text = line.repeat(20_000);
    let turns = 0;
    let isOver = false;
    const count = () => {
      turns++;
      if (!isOver) setImmediate(count);
    };
    count();
    const range = await rangeOf(text, { size: 9_000_000 });
    isOver = true;
    expect(range.text === `[Pipeline] ü ${'x'.repeat(60)}\n`.repeat(20_000)).toBe(true);
    expect(turns).toBeGreaterThan(3);
  });
});

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { maxLineBytes, splitLines, type LogLine } from '../../../src/services/executions/log-lines.ts';

async function linesOf(text: string, pieceBytes: number, start = 0): Promise<readonly LogLine[]> {
  const bytes = Buffer.from(text);
  async function* pieces() {
    for (let at = 0; at < bytes.length; at += pieceBytes) yield bytes.subarray(at, at + pieceBytes);
  }
  const lines: LogLine[] = [];
  for await (const line of splitLines(pieces(), start)) lines.push(line);
  return lines;
}

describe('the lines of a log', () => {
  it('are the same however its bytes arrive', async () => {
    const texts = fc.string({ unit: fc.constantFrom('a', 'ä', '😀', '\r', '\n'), maxLength: 60 });
    await fc.assert(
      fc.asyncProperty(texts, fc.integer({ min: 1, max: 7 }), async (text, pieceBytes) => {
        const expected = text.split('\n');
        if (expected.at(-1) === '') expected.pop();
        const lines = await linesOf(text, pieceBytes, 100);
        expect(lines.map((line) => line.text)).toEqual(expected);
        expect(lines.at(-1)?.next ?? 100).toBe(100 + Buffer.byteLength(text));
      }),
    );
  });

  it.each([1000, 4096, 10_000_000])('are no longer than one may be, of pieces of %i bytes', async (pieceBytes) => {
    const long = '😀'.repeat(maxLineBytes);
    const lines = await linesOf(`a\nb${long}\nc\n`, pieceBytes);
    expect(Math.max(...lines.map(({ text }) => Buffer.byteLength(text)))).toBeLessThanOrEqual(maxLineBytes);
    expect(lines.map(({ text, isPart = false }) => (isPart ? text : `${text}\n`)).join('')).toBe(`a\nb${long}\nc\n`);
    // A reader that goes on after any of them misses nothing.
    const bytes = Buffer.from(`a\nb${long}\nc\n`);
    for (const { next } of lines.slice(0, -1)) expect(bytes[next]).not.toBe(0b1001_1111);
  });
});

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  firstPosition,
  maxLineBytes,
  takeLines,
  type LogText,
} from '../../../../src/abilities/logs/lines/log-lines.ts';
import { OwnLines, TaskLines } from '../../../../src/engines/jenkins/builds/pipeline-lines.ts';
import { HeadedOwnLines, HeadedTaskLines } from '../../../../src/engines/local/log-headings.ts';
import { cutLine } from '../../../../src/language/execution-plan/log-limits.ts';
import type { LinePicker } from '../../../../src/store/executions/logs/line-picker.ts';

/** What is taken of a log whose bytes arrive in pieces. */
function textsOf(text: string, pieceBytes: number, start = 0, picker?: LinePicker): readonly LogText[] {
  const bytes = Buffer.from(text);
  const texts: LogText[] = [];
  let position = firstPosition(start, picker);
  for (let at = 0; at <= bytes.length; at += pieceBytes) {
    const taken = takeLines(position, bytes.subarray(at, at + pieceBytes), at + pieceBytes > bytes.length);
    texts.push(...taken.texts);
    position = taken.next;
  }
  return texts;
}

const joined = (texts: readonly LogText[]) => Buffer.concat(texts.map(({ bytes }) => bytes)).toString();

describe('the lines of a log', () => {
  it('are whole and at their offsets, however its bytes arrive', () => {
    const texts = fc.string({ unit: fc.constantFrom('a', 'ä', '😀', '\r', '\n'), maxLength: 60 });
    fc.assert(
      fc.property(texts, fc.integer({ min: 1, max: 7 }), (text, pieceBytes) => {
        const taken = textsOf(text, pieceBytes, 100);
        expect(joined(taken)).toBe(text);
        const bytes = Buffer.from(text);
        for (const { start, bytes: own } of taken) {
          expect(own.equals(bytes.subarray(start - 100, start - 100 + own.length))).toBe(true);
          const end = start - 100 + own.length;
          expect(own.at(-1) === 0x0a || end === bytes.length).toBe(true);
        }
      }),
    );
  });

  it.each([1000, 4096, 65_536])('come in parts if they are too long, of pieces of %i bytes', (pieceBytes) => {
    const whole = `a\nb${'😀'.repeat(maxLineBytes)}\nc\n`;
    const texts = textsOf(whole, pieceBytes);
    expect(Math.max(...texts.map(({ bytes }) => bytes.length))).toBeLessThanOrEqual(maxLineBytes + pieceBytes);
    expect(texts.length).toBeGreaterThan(3);
    expect(texts.map(({ bytes }) => bytes.toString()).join('')).toBe(whole);
  });

  it('of which a picker takes a long one are taken with all of its parts', () => {
    const log = `[Flowgate] task a\n${'x'.repeat(3 * maxLineBytes)}\n[Flowgate] task b\n${'y'.repeat(3 * maxLineBytes)}\n`;
    expect(joined(textsOf(log, 65_536, 0, new HeadedTaskLines('b')))).toBe(`${'y'.repeat(3 * maxLineBytes)}\n`);
  });

  const known =
    `[Pipeline] { (a)|[Pipeline] { (b)|[Pipeline] {|[Pipeline] script|[Pipeline] }|[Pipeline] sh|[Pipeline] dir
[Flowgate] task a|[Flowgate] task a/b|[Flowgate] flow|[Flowgate] end| [Flowgate] flow|Finished: SUCCESS|text||[
[Pipeline] End of Pipeline|${cutLine(7).trim()}`.split(/[|\n]/);
  const lines = fc.constantFrom(...known);
  const pickers: readonly (readonly [string, () => LinePicker])[] = [
    ['of a task of a build', () => new TaskLines('a')],
    ['of a build itself', () => new OwnLines(undefined)],
    ['of a task of this machine', () => new HeadedTaskLines('a')],
    ['of a flow of this machine', () => new HeadedOwnLines(undefined)],
  ];
  it.each(pickers)('%s are those that it takes one by one', (_name, picker) => {
    fc.assert(
      fc.property(fc.array(lines, { maxLength: 40 }), fc.integer({ min: 3, max: 90 }), (all, pieceBytes) => {
        const one = picker();
        const expected = all.filter((line) => one.take(line)).map((line) => `${line}\n`);
        const log = all.map((line) => `${line}\n`).join('');
        expect(joined(textsOf(log, pieceBytes, 0, picker()))).toBe(expected.join(''));
      }),
      { numRuns: 300 },
    );
  });
});

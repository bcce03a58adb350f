import { expect, it } from 'vitest';
import { timedLines } from '../../../../src/abilities/logs/lines/timed-lines.ts';

const at = (second: number) => new Date(second * 1000);
const shown = (
  texts: readonly (readonly [start: number, text: string])[],
  times: readonly (readonly [number, number?])[],
) =>
  timedLines(
    texts.map(([start, text]) => ({ start, bytes: Buffer.from(text) })),
    times.map(([offset, second]) => ({ offset, at: second === undefined ? undefined : at(second) })),
  ).map(({ start, bytes, at: time }) => [start, bytes.toString(), time && time.getTime() / 1000]);

it('gives lines the time at which they began', () => {
  expect(
    shown(
      [[0, 'one\ntwo\nthree\n']],
      [
        [0, 1],
        [4, 2],
        [8, 3],
      ],
    ),
  ).toEqual([
    [0, 'one\n', 1],
    [4, 'two\n', 2],
    [8, 'three\n', 3],
  ]);
  // Written in pieces that end within a line.
  expect(
    shown(
      [[0, 'one\ntwo\nthree\n']],
      [
        [0, 1],
        [2, 2],
        [6, 3],
      ],
    ),
  ).toEqual([
    [0, 'one\n', 1],
    [4, 'two\n', 2],
    [8, 'three\n', 3],
  ]);
  expect(
    shown(
      [[0, 'one\ntwo']],
      [
        [0, 1],
        [5, 2],
        [7, 3],
      ],
    ),
  ).toEqual([[0, 'one\ntwo', 1]]);
});

it('gives none to lines before the first time, and after one that is not known', () => {
  expect(shown([[0, 'a\nb\nc\nd\n']], [[2, 1], [4], [6, 2]])).toEqual([
    [0, 'a\n', undefined],
    [2, 'b\n', 1],
    [4, 'c\n', undefined],
    [6, 'd\n', 2],
  ]);
  expect(shown([[0, 'a\nb\n']], [])).toEqual([[0, 'a\nb\n', undefined]]);
});

it('finds the times of some lines of a log', () => {
  expect(
    shown(
      [
        [4, 'c\n'],
        [10, 'f\ng\n'],
      ],
      [
        [0, 1],
        [2, 2],
        [6, 3],
        [8, 4],
        [12, 5],
      ],
    ),
  ).toEqual([
    [4, 'c\n', 2],
    [10, 'f\n', 4],
    [12, 'g\n', 5],
  ]);
});

import { expect, test } from 'vitest';
import { didYouMean, nearestWord } from '../../../src/base/text/nearest-word.ts';

test.each([
  ['max_lenght', ['max_length', 'min_length'], 'max_length'],
  ['Id', ['id', 'type'], 'id'],
  ['ac', ['ab', 'xyz'], 'ab'],
  ['sehll', ['shell'], 'shell'],
  ['', ['a'], undefined],
  ['c', ['a', 'b'], undefined],
  ['entirely', ['different'], undefined],
])('of %j in %j is %j', (word, candidates, nearest) => {
  expect(nearestWord(word, candidates)).toBe(nearest);
});

test('makes a sentence, or an empty string', () => {
  expect(didYouMean('tasls', ['tasks'])).toBe(' Did you mean "tasks"?');
  expect(didYouMean('c', ['a'])).toBe('');
});

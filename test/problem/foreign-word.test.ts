import { expect, test } from 'vitest';
import { translation } from '../../src/problem/foreign-word.ts';

test('translates a word of another engine if the Flowgate word is allowed', () => {
  expect(translation('environment', ['id', 'env'])).toBe(' Did you mean "env"?');
  expect(translation('environment', ['variables', 'env'])).toBe(' Did you mean "variables"?');
  expect(translation('environment', ['id'])).toBe('');
});

test.each(['tasks', '__proto__', 'constructor'])('%s is not such a word', (word) => {
  expect(translation(word, ['tasks', 'inputs'])).toBe('');
});

test.each(['needs', 'parallel', 'matrix', 'dependsOn'])('explains for %s in a task that tasks run in order', (word) => {
  expect(translation(word, ['id', 'run_if'])).toBe(' Tasks run one after the other, in the order of the list.');
  expect(translation(word, ['id'])).toBe('');
});

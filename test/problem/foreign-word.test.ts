import { expect, test } from 'vitest';
import { translation } from '../../src/problem/foreign-word.ts';

test('a word of another engine is translated where its own word is allowed', () => {
  expect(translation('environment', ['id', 'env'])).toBe(' Did you mean "env"?');
  expect(translation('environment', ['variables', 'env'])).toBe(' Did you mean "variables"?');
  expect(translation('environment', ['id'])).toBe('');
});

test.each(['tasks', '__proto__', 'constructor'])('%s is none', (word) => {
  expect(translation(word, ['tasks', 'inputs'])).toBe('');
});

test.each(['needs', 'parallel', 'matrix', 'dependsOn'])('says of %s on a task that tasks run in order', (word) => {
  expect(translation(word, ['id', 'run_if'])).toBe(' Tasks run one after the other, in the order of the list.');
  expect(translation(word, ['id'])).toBe('');
});

import { expect, test } from 'vitest';
import { jsonProblem } from '../../../src/base/problem/json-problem.ts';

test.each([
  ['{"id": a}', 'character at line 1, column 8'],
  ['{"a": 1,\n "b": 1,}', 'character at line 2, column 9'],
  ['{"a": "x\ny"}', 'character at line 1, column 9'],
  ['{"a": "\\x"}', 'character at line 1, column 9'],
  ['{"a":', 'it ends too early'],
  ['', 'it ends too early'],
])('%j', (text, problem) => {
  expect(jsonProblem(text, errorOf(text))).toContain(problem);
});

function errorOf(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    return error;
  }
}

import { expect, test } from 'vitest';
import { jsonProblem } from '../../src/problem/json-problem.ts';

test.each([
  ['{"id": a}', 'line 1, column 8 holds'],
  ['{"a": 1,\n "b": 1,}', 'line 2, column 9 holds'],
  ['{"a": "x\ny"}', 'line 1, column 9 holds'],
  ['{"a": "\\x"}', 'line 1, column 9 holds'],
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

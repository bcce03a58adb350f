import { expect, test } from 'vitest';
import { jsonFault } from '../../src/problem/json-fault.ts';

test.each([
  ['{"id": a}', 'line 1, column 8 holds'],
  ['{"a": 1,\n "b": 1,}', 'line 2, column 9 holds'],
  ['{"a": "x\ny"}', 'line 1, column 9 holds'],
  ['{"a": "\\x"}', 'line 1, column 9 holds'],
  ['{"a":', 'it ends too early'],
  ['', 'it ends too early'],
])('%j', (text, fault) => {
  expect(() => JSON.parse(text)).toThrow();
  try {
    JSON.parse(text);
  } catch (error) {
    expect(jsonFault(text, error)).toContain(fault);
  }
});

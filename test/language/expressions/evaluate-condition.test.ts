import { describe, expect, test } from 'vitest';
import type { JsonObject } from '../../../src/base/text/json-value.ts';
import { evaluateCondition } from '../../../src/language/expressions/evaluate-condition.ts';
import { parseCondition } from '../../../src/language/expressions/parse-condition.ts';
import { referenceText } from '../../../src/language/expressions/reference.ts';
import { searchAtOnce } from '../../../src/language/expressions/search-at-once.ts';

const values: JsonObject = {
  'inputs.branch': 'main',
  'inputs.empty': '',
  'inputs.no': 'false',
  'inputs.count': 5,
  'inputs.zero': 0,
  'inputs.on': true,
  'inputs.off': false,
  'inputs.many': ['a', 'b'],
  'inputs.none': [],
  'inputs.data': { a: 1 },
  'inputs.nothing': null,
  'inputs.day': '2024-02-29',
  'variables.NAME': 'x\n',
  'task_outputs.t.f': 5,
};

function evaluate(text: string): boolean {
  const { condition, problems } = parseCondition(text);
  expect(problems).toEqual([]);
  return evaluateCondition(condition!, (reference) => values[referenceText(reference)], searchAtOnce);
}

describe('a condition is true', () => {
  test.each([
    "inputs.on and inputs.branch == 'main'",
    "inputs.off or inputs.branch != 'dev'",
    'not inputs.off and not inputs.zero and not inputs.empty and not inputs.none and not inputs.nothing',
    // A string is true unless it is empty, whatever its content.
    'inputs.no and inputs.count and inputs.many and inputs.data',
    'inputs.count == 5.0 and inputs.count >= 5 and inputs.count < 5.5 and inputs.zero == -0',
    "inputs.day < '2024-03-01' and 'B' < 'a' and inputs.branch > ''",
    'inputs.nothing == null and inputs.missing == null and inputs.off != null',
    "inputs.empty != null and inputs.nothing != '' and inputs.off != inputs.nothing",
    "inputs.branch in ['main', 'dev'] and inputs.branch not in ['dev'] and inputs.count in [5]",
    "'a' in inputs.many and 'c' not in inputs.many and 'a' not in inputs.nothing",
    "inputs.branch matches 'ai' and inputs.branch matches '^m.*n$' and not inputs.branch matches 'AI'",
    'inputs.empty is empty and inputs.none is empty and inputs.nothing is empty and inputs.zero is not empty and inputs.off is not empty',
    'task_outputs.t.f == inputs.count',
    'inputs.on or inputs.on and inputs.off',
  ])('%s', (text) => {
    expect(evaluate(text)).toBe(true);
  });
});

describe('a condition is false', () => {
  test.each([
    'inputs.nothing < 5',
    'inputs.nothing >= inputs.missing',
    "inputs.missing < 'a'",
    "inputs.missing matches ''",
    "inputs.missing in ['a']",
    "variables.NAME matches 'x$'",
    "variables.NAME matches 'x.'",
    "inputs.data == 5 or inputs.data == 'a'",
    '(inputs.on or inputs.on) and inputs.off',
  ])('%s', (text) => {
    expect(evaluate(text)).toBe(false);
  });
});

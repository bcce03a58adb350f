import { describe, expect, test } from 'vitest';
import { checkCondition } from '../../../src/language/expressions/check-condition.ts';
import { type TypeOf } from '../../../src/language/expressions/condition-kind.ts';
import { parseCondition } from '../../../src/language/expressions/parse-condition.ts';
import { inputTypeNames } from '../../../src/language/input-types/input-types.ts';
import { mark, readMarks } from '../../support/marked-range.ts';

/** The type of each input is its id in upper case; `inputs.nothing` does not resolve. */
const typeOf: TypeOf = (reference) => {
  if (reference.root === 'variables') return 'STRING';
  return reference.root === 'inputs' ? inputTypeNames.find((name) => name.toLowerCase() === reference.id) : undefined;
};

function check(text: string): ReturnType<typeof checkCondition> {
  const { condition, problems } = parseCondition(text);
  expect(problems).toEqual([]);
  return checkCondition(condition!, typeOf);
}

describe('matching types', () => {
  test.each([
    'inputs.int == 5 and inputs.float != 5 and inputs.int <= inputs.float',
    "inputs.string == 'a' and inputs.uri != inputs.file and inputs.duration == '60s'",
    "inputs.enum == 'a' and inputs.secret != '' and variables.X == 'b'",
    "inputs.date < '2024-02-29' and inputs.datetime >= '2024-02-29T00:00:00' and inputs.string < 'b'",
    'inputs.boolean == true and inputs.boolean != (inputs.int > 3)',
    'inputs.int == null and inputs.multiselect != null and null == inputs.json',
    "inputs.json == 'a' or inputs.json != 5 or inputs.json in [true, 'a']",
    "inputs.enum in ['a', 'b'] and inputs.int not in [1, 2, inputs.float, null]",
    "'a' in inputs.multiselect and inputs.enum not in inputs.multiselect",
    "inputs.string matches 'a' and inputs.date matches '^2024'",
    'inputs.int is empty or inputs.boolean is not empty or inputs.json is empty or inputs.multiselect is empty',
    'inputs.int and inputs.string or not inputs.multiselect',
    "inputs.nothing == 5 and inputs.nothing < 'a' and 5 in inputs.nothing and inputs.nothing matches 'a'",
  ])('%s', (text) => {
    expect(check(text)).toEqual([]);
  });
});

describe('mismatched types', () => {
  test.each([
    "«inputs.int == '5'»",
    "true and «'a' == inputs.float»",
    "{{ «inputs.boolean == 'true'» }}",
    '«inputs.string == 5»',
    '«inputs.enum != true»',
    '«inputs.int == inputs.string»',
    "«inputs.multiselect == 'a'»",
    "«inputs.multiselect == ['a']»",
    '«inputs.json == inputs.json»',
    "«inputs.int < 'a'»",
    '«inputs.boolean > false»',
    '«inputs.int < null»',
    "«inputs.enum < 'a'»",
    "«inputs.duration >= '5m'»",
    '«inputs.json < 5»',
    '«inputs.date < inputs.datetime»',
    "«'a' in inputs.string»",
    '«5 in inputs.multiselect»',
    "«inputs.int in [1, 'a']»",
    "«inputs.multiselect in ['a']»",
    "«inputs.int matches '5'»",
    "not «(inputs.int == 'a')»",
  ])('%s', (marked) => {
    const { text, range } = readMarks(marked);
    const problems = check(text);
    expect(problems.map(({ code }) => code)).toEqual(['type-mismatch']);
    expect(mark(text, problems[0]!.range)).toBe(mark(text, range));
  });

  test('are all reported', () => {
    expect(check("inputs.int == 'a' or inputs.boolean == 1").map(({ code }) => code)).toEqual([
      'type-mismatch',
      'type-mismatch',
    ]);
  });

  test.each([
    ["inputs.int == '5'", 'inputs.int (INT) cannot be compared with the string "5". Write 5 without quotes.'],
    [
      "inputs.boolean == 'true'",
      'inputs.boolean (BOOLEAN) cannot be compared with the string "true". Write true without quotes.',
    ],
    ['inputs.string == 5', 'inputs.string (STRING) cannot be compared with the number 5. Write "5" in quotes.'],
    [
      'inputs.multiselect == []',
      'inputs.multiselect (MULTISELECT) cannot be compared with a list. For lists, use in, not in, is empty or == null.',
    ],
    [
      "'a' in inputs.string",
      'in needs a list or a MULTISELECT on its right; found inputs.string (STRING). To search in a string, use matches.',
    ],
  ])('the message for %s', (text, message) => {
    expect(check(text)[0]?.message).toBe(message);
  });
});

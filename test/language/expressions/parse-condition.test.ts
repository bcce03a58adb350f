import { describe, expect, test } from 'vitest';
import type { Condition } from '../../../src/language/expressions/condition.ts';
import { unaryOperator } from '../../../src/language/expressions/operators/operators.ts';
import { parseCondition } from '../../../src/language/expressions/parse-condition.ts';
import { referenceText } from '../../../src/language/expressions/reference.ts';
import { conditionReferences } from '../../../src/language/expressions/references-of.ts';
import { mark, readMarks } from '../../support/marked-range.ts';

/** A condition with all its parentheses. */
function print(condition: Condition): string {
  switch (condition.kind) {
    case 'literal':
      return JSON.stringify(condition.value);
    case 'reference':
      return referenceText(condition.reference);
    case 'list':
      return `[${condition.items.map(print).join(', ')}]`;
    case 'pattern':
      return JSON.stringify(condition.pattern);
    case 'unary': {
      const { operator, operand } = condition;
      return unaryOperator(operator).form === 'prefix'
        ? `(${operator} ${print(operand)})`
        : `(${print(operand)} ${operator})`;
    }
    case 'infix':
      return `(${print(condition.left)} ${condition.operator} ${print(condition.right)})`;
  }
}

function parsed(text: string): Condition {
  const { condition, problems } = parseCondition(text);
  expect(problems).toEqual([]);
  return condition!;
}

describe('a condition', () => {
  test.each([
    ['{{ inputs.a }}', 'inputs.a'],
    ['  {{inputs.a}}\n', 'inputs.a'],
    ["inputs.branch == 'main'", '(inputs.branch == "main")'],
    [
      "{{ inputs.environment != 'production' or inputs.approved }}",
      '((inputs.environment != "production") or inputs.approved)',
    ],
    ['inputs.a or inputs.b and inputs.c', '(inputs.a or (inputs.b and inputs.c))'],
    ['inputs.a || inputs.b && !inputs.c', '(inputs.a or (inputs.b and (not inputs.c)))'],
    ['not inputs.a == 1 and true', '((not (inputs.a == 1)) and true)'],
    ['not not inputs.a', '(not (not inputs.a))'],
    ['(inputs.a or inputs.b) and null', '((inputs.a or inputs.b) and null)'],
    ['inputs.a-b.c in [\'x\', "y"]', '(inputs.a-b.c in ["x", "y"])'],
    ['inputs.a not in []', '(inputs.a not in [])'],
    ["'x' in inputs.m", '("x" in inputs.m)'],
    ['inputs.a is empty or inputs.b is not empty', '((inputs.a is empty) or (inputs.b is not empty))'],
    ['task_outputs.t.f>=-1.5e3', '(task_outputs.t.f >= -1500)'],
    ['variables.X<inputs.y', '(variables.X < inputs.y)'],
    ["inputs.v matches '^v\\d+\\.\\d+$'", '(inputs.v matches "^v\\\\d+\\\\.\\\\d+$")'],
    ['1e21 == 9007199254740991', '(1e+21 == 9007199254740991)'],
  ])('%s is parsed as %s', (text, printed) => {
    expect(print(parsed(text))).toBe(printed);
  });

  test.each([
    [String.raw`'it\'s'`, "it's"],
    [String.raw`"say \"hi\""`, 'say "hi"'],
    [String.raw`'\n\r\t\\'`, '\n\r\t\\'],
    [String.raw`'\d \. C:\x'`, String.raw`\d \. C:\x`],
    [String.raw`'\u00e9\ud83d\ude00'`, 'é😀'],
    ["'${x} {{ y }} }}'", '${x} {{ y }} }}'],
    ["'a\nb'", 'a\nb'],
    ["''", ''],
  ])('%s is a string', (text, value) => {
    expect(parsed(text)).toMatchObject({ kind: 'literal', value });
  });

  test('has the ranges of its parts', () => {
    const text = '{{ not (inputs.a == 1) and variables.B is empty }}';
    const condition = parsed(text);
    expect(mark(text, condition.range)).toBe('{{ «not (inputs.a == 1) and variables.B is empty» }}');
    expect(conditionReferences(condition).map(({ range }) => text.slice(range.start, range.end))).toEqual([
      'inputs.a',
      'variables.B',
    ]);
    const parenthesised = '(inputs.a)';
    expect(mark(parenthesised, parsed(parenthesised).range)).toBe('(«inputs.a»)');
  });

  test.each([
    '« »',
    '«{{ }}»',
    '«»',
    'inputs.a «=» 1',
    'inputs.a «===» 1',
    'inputs.a == «production»',
    '{{ «input».a }}',
    '«{{» inputs.a }} == 1',
    '{{ inputs.a «}}» and {{ inputs.b }}',
    '«{{» inputs.a',
    'inputs.a ==«» ',
    '{{ inputs.a == «»}}',
    'inputs.a «inputs.b»',
    'inputs.a «|» upper',
    'inputs.a «+» 1 == 2',
    'inputs.a «AND» inputs.b',
    '«True»',
    '«inputs»',
    '«inputs»["a"] == 1',
    '«task_outputs».a',
    "inputs.a == «'open»",
    "inputs.a == «'\\ud800'»",
    'inputs.a == «5m»',
    'inputs.a == «007»',
    'inputs.a == «9007199254740992»',
    'inputs.a == «1e999»',
    'inputs.a in [1, 2«»',
    'inputs.a in [1,«]»',
    'inputs.a in [«[1]»]',
    '(inputs.a or inputs.b«»',
    'inputs.a«)»',
    '1 < inputs.a «<» 3',
    'inputs.a is «null»',
    'inputs.a not «matches» "a"',
    'inputs.a matches «inputs.b»',
    "inputs.a matches «'(?=x)'»",
    "inputs.a matches «'('»",
    'inputs.a «&» 1',
    'inputs.a == «$»{B}',
    '«and» inputs.a',
    'inputs.a == «not» inputs.b',
  ])('%s is rejected at the marks', (marked) => {
    const { text, range } = readMarks(marked);
    const { condition, problems } = parseCondition(text);
    expect(condition).toBeUndefined();
    expect(problems.map(({ code }) => code)).toEqual(['invalid-expression']);
    expect(mark(text, problems[0]!.range)).toBe(mark(text, range));
  });

  test.each([
    ['inputs.a = 1', 'Write == to compare.'],
    ['inputs.a AND true', 'Did you mean "and"?'],
    ['{{ inputs.a }} or {{ inputs.b }}', 'Put braces around the whole condition'],
    ['inputs.a == main', 'strings need quotes'],
    ['inputs.a is null', '== null'],
    ['vars.A', 'Write variables.<NAME>.'],
    ['inputs.a is not null', 'write != null'],
    ['inputs.a equals "x"', 'Write == to compare.'],
    ['inputs.a contains "x"', 'Write the value first: "value" in inputs.<id>. To search in a string, write matches.'],
    ['inputs.a | default(1)', 'Give the input "defaults"'],
    ['(inputs.a | upper) == "X"', "To ignore upper and lower case, write matches '(?i)^value$'."],
    ['inputs.a|length > 0', 'Write is empty or is not empty.'],
    ['inputs.a | json == 1', 'compare its output; between conditions, write or.'],
    ['{{- inputs.a == 1 }}', 'without the "-"'],
    ['{{ inputs.a == "x" -}}', 'without the "-"'],
  ])('%s gets advice', (text, advice) => {
    expect(parseCondition(text).problems[0]?.message).toContain(advice);
  });

  test.each([
    ['parentheses', '('.repeat(5000)],
    ['negations', 'not '.repeat(2000) + 'true'],
    ['exclamation marks', '!'.repeat(9000) + 'true'],
    ['lists', 'inputs.a in ' + '['.repeat(5000)],
    ['values', 'true or '.repeat(1000) + 'true'],
    ['characters', "'" + 'a'.repeat(300_000) + "'"],
  ])('with too many %s is rejected', (_, text) => {
    expect(parseCondition(text).problems.map(({ code }) => code)).toEqual(['invalid-expression']);
  });

  test('can have 500 values in one chain', () => {
    expect(parseCondition('true or '.repeat(499) + 'true').problems).toEqual([]);
  });
});

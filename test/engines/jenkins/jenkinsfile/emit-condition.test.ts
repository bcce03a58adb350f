import { expect, test } from 'vitest';
import { emitCondition } from '../../../../src/engines/jenkins/jenkinsfile/emit-condition.ts';
import { parseCondition } from '../../../../src/language/expressions/parse-condition.ts';
import { RuntimeCalls } from '../../../../src/language/groovy/runtime-calls.ts';
import { typeOfInput } from '../../../support/condition-cases.ts';
import { runConditions } from '../../../support/run-conditions.ts';

function emit(text: string): string {
  const { condition, problems } = parseCondition(text);
  expect(problems).toEqual([]);
  return String(emitCondition(condition!, typeOfInput, new RuntimeCalls()));
}

test.each([
  ["inputs.flag and inputs.text == 'main'", "input(frame, 'flag') && input(frame, 'text') == 'main'"],
  ['inputs.flag', "isTrue(input(frame, 'flag'))"],
  ['not inputs.flag', "!input(frame, 'flag')"],
  ['inputs.text != null', "input(frame, 'text') != null"],
  // Groovy sorts null first: `null < 5` would be true, `null > 5` is not.
  ['inputs.count < 5', "input(frame, 'count') != null && input(frame, 'count') < 5"],
  ['inputs.count > 5', "input(frame, 'count') > 5"],
  ['5 >= inputs.count', "input(frame, 'count') != null && 5 >= input(frame, 'count')"],
  [
    'not inputs.count <= inputs.rate-1',
    "!(input(frame, 'count') != null && input(frame, 'count') <= input(frame, 'rate-1'))",
  ],
  ["inputs.choice not in ['a', 'b']", "!(input(frame, 'choice') in ['a', 'b'])"],
  // Groovy's `in` does not find a Long among Integers.
  ['inputs.count in [1, 2.5]', "isIn(input(frame, 'count'), [1, 2.5d])"],
  ["'a' in inputs.many", "isIn('a', input(frame, 'many'))"],
  ["inputs.data != '5'", "!isEqual(input(frame, 'data'), '5')"],
  ['inputs.data == null', "input(frame, 'data') == null"],
  ['inputs.many is not empty', "!isEmpty(input(frame, 'many'))"],
  ["inputs.text matches '^v\\d+$'", "matches(input(frame, 'text'), '^v\\\\d+\\\\z')"],
  [
    '(inputs.flag or inputs.text) and not (inputs.flag and inputs.flag2)',
    "(input(frame, 'flag') || input(frame, 'text')) && !(input(frame, 'flag') && input(frame, 'flag2'))",
  ],
  ['(inputs.count > 1) == inputs.flag', "(input(frame, 'count') > 1) == input(frame, 'flag')"],
  ["variables.NAME == 'it\\'s $x'", "variable(frame, 'NAME') == 'it\\'s $x'"],
  ['task_outputs.measure.files is empty', "isEmpty(output(frame, 'measure', 'files'))"],
])('%s', (text, groovy) => {
  expect(emit(text)).toBe(groovy);
});

test('the longest and the deepest condition compile', () => {
  const chain = Array.from({ length: 250 }, (_, index) => `inputs.count == ${index}`).join(' or ');
  const nested = `${'not ('.repeat(24)}inputs.flag${')'.repeat(24)}`;
  const list = `inputs.text in [${Array.from({ length: 490 }, (_, index) => `'${index}'`).join(', ')}]`;
  const runs = [chain, nested, list].map((text) => {
    const { condition } = parseCondition(text);
    return {
      code: emitCondition(condition!, typeOfInput, new RuntimeCalls()),
      inputs: [{ count: 249, flag: true, text: '489' }],
    };
  });
  expect(runConditions(runs)).toEqual(['true', 'true', 'true']);
});

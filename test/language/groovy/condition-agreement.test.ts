import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { emitCondition } from '../../../src/engines/jenkins/jenkinsfile/emit-condition.ts';
import { checkCondition } from '../../../src/language/expressions/check-condition.ts';
import { evaluateCondition } from '../../../src/language/expressions/evaluate-condition.ts';
import { parseCondition } from '../../../src/language/expressions/parse-condition.ts';
import { searchAtOnce } from '../../../src/language/expressions/search-at-once.ts';
import { RuntimeCalls } from '../../../src/language/groovy/runtime-calls.ts';
import { unicodeSource } from '../../../src/language/safe-patterns/unicode-pattern.ts';
import {
  conditionCases,
  portablePatterns,
  quoted,
  searchedTexts,
  typeOfInput,
  valueOfInput,
} from '../../support/condition-cases.ts';
import { runConditions } from '../../support/run-conditions.ts';

// Different cases in every run; a failure prints the seed that reproduces it.
const seed = Math.floor(Math.random() * 2 ** 31);

describe('the gateway, Groovy and the browser agree', () => {
  test('on random well-typed conditions', () => {
    const cases = fc.sample(conditionCases, { seed, numRuns: 700 }).map(({ text, inputs }) => {
      const { condition, problems } = parseCondition(text);
      expect({ text, problems }).toEqual({ text, problems: [] });
      expect({ text, problems: checkCondition(condition!, typeOfInput) }).toEqual({ text, problems: [] });
      const expected = String(evaluateCondition(condition!, valueOfInput(inputs), searchAtOnce));
      return { text, code: emitCondition(condition!, typeOfInput, new RuntimeCalls()), inputs: [inputs], expected };
    });
    const results = runConditions(cases);
    const different = cases
      .map((one, index) => ({ ...one, groovy: results[index] }))
      .filter(({ expected, groovy }) => expected !== groovy);
    expect(different, `seed ${seed}`).toEqual([]);
    // A generator with only one kind of result would prove nothing.
    expect(new Set(results)).toEqual(new Set(['true', 'false']));
  }, 60_000);

  test('on matching patterns', () => {
    const texts = ['', 'é', '😀', 'a😀b', 'v1.2\n', ...fc.sample(searchedTexts, { seed, numRuns: 40 })];
    const results = runConditions(
      portablePatterns.map((pattern) => {
        const { condition } = parseCondition(`inputs.text matches ${quoted(pattern)}`);
        return {
          code: emitCondition(condition!, typeOfInput, new RuntimeCalls()),
          inputs: texts.map((text) => ({ text })),
        };
      }),
    );
    const expectations = portablePatterns.flatMap((pattern) =>
      texts.map((text) => ({
        pattern,
        text,
        gateway: searchAtOnce(pattern, text),
        browser: new RegExp(unicodeSource(pattern), 'u').test(text),
      })),
    );
    const different = expectations
      .map((expectation, index) => ({ ...expectation, groovy: results[index] }))
      .filter(({ gateway, browser, groovy }) => gateway !== browser || String(gateway) !== groovy);
    expect(different, `seed ${seed}`).toEqual([]);
  }, 60_000);
});

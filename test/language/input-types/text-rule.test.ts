import { describe, expect, it } from 'vitest';
import { inputTypeNames, inputTypes } from '../../../src/language/input-types/input-types.ts';
import { textProblem } from '../../../src/language/input-types/text-rule.ts';
import { typeOf } from '../../../src/language/inputs/input.ts';
import { environmentText } from '../../../src/language/inputs/text-conversion.ts';
import { declaredInput } from '../inputs/declared-input.ts';
import { valuesOfTypes } from '../inputs/values-of-types.ts';

const ruledTypes = inputTypeNames.filter((type) => inputTypes[type].build.rule !== undefined);

describe.each(ruledTypes)('the rule for a text of type %s', (type) => {
  const { constraints, valid, invalid } = valuesOfTypes[type];
  const input = declaredInput({ id: 'x', type, ...constraints });
  const { build } = typeOf(input);
  const problemOf = (text: string): string | undefined =>
    textProblem(build.rule, text, build.facts?.(input.constraints));

  it('accepts what the gateway accepts', () => {
    const texts = valid.map((value) => environmentText(input, value));
    expect(texts.filter((text) => problemOf(text) !== undefined)).toEqual([]);
  });

  it('rejects what the gateway rejects', () => {
    expect(invalid.filter((text) => problemOf(text) === undefined)).toEqual([]);
  });
});

describe('the rule for a number', () => {
  it('names the bound that is exceeded', () => {
    const { rule } = inputTypes.INT.build;
    expect(textProblem(rule, '2', { min: 3 })).toBe('must be at least 3');
    expect(textProblem(rule, '4', { max: 3 })).toBe('must be at most 3');
    expect(textProblem(rule, '3', { above: 3 })).toBe('must be greater than 3');
    expect(textProblem(rule, '3', { below: 3 })).toBe('must be less than 3');
    expect(textProblem(rule, '9007199254740993')).toBe('must be at most 9007199254740991');
    expect(textProblem(rule, '9007199254740993', { max: undefined })).toBe('must be at most 9007199254740991');
  });
});

import { describe, expect, it } from 'vitest';
import { inputTypeNames, inputTypes } from '../../../../../src/language/input-types/input-types.ts';
import { textProblem } from '../../../../../src/language/input-types/text-rule.ts';
import { typeOf } from '../../../../../src/language/inputs/input.ts';
import { environmentText } from '../../../../../src/language/inputs/text-conversion.ts';
import { declaredInput } from '../../../../language/inputs/declared-input.ts';
import { valuesOfTypes } from '../../../../language/inputs/values-of-types.ts';
import { log, startMiniJenkins } from './mini-build.ts';

const { run } = startMiniJenkins();

// The others are checked by the gateway alone.
const checkedTypes = inputTypeNames.filter((type) => inputTypes[type].build.rule !== undefined);

describe.each(checkedTypes)('a build with an input of type %s', (type) => {
  const { constraints, valid, invalid } = valuesOfTypes[type];
  const validTexts = valid.map((value) => environmentText(declaredInput({ id: 'x', type, ...constraints }), value));

  /** Runs one flow that has an input for each text, and returns what is wrong with them. */
  async function errorOf(texts: readonly string[]): Promise<string | null> {
    const inputs = texts.map((_, index) => `  - ${JSON.stringify({ id: `text-${index}`, type, ...constraints })}\n`);
    const body = `inputs:\n${inputs.join('')}tasks:\n  - {id: done, ${log}, message: done}\n`;
    const parameters = Object.fromEntries(texts.map((text, index) => [`TEXT_${index}`, text]));
    return (await run(body, { parameters })).error;
  }

  it('accepts what the gateway accepts', async () => {
    expect(await errorOf(validTexts)).toBeNull();
  });

  it('rejects what the gateway rejects, and says what the local engine says', async () => {
    const error = await errorOf(invalid);
    const input = declaredInput({ id: 'x', type, ...constraints });
    const { rule, facts } = typeOf(input).build;
    const problems = invalid.map((text) => textProblem(rule, text, facts?.(input.constraints)) ?? '');
    expect(error?.replace(/^java.lang.Exception: /, '').split('\n')).toEqual(
      problems.map((problem, index) => `Input text-${index} ${problem}`),
    );
  });
});

import { describe, expect, it } from 'vitest';
import { inputTypeNames, inputTypes } from '../../../src/language/input-types/input-types.ts';
import { environmentText } from '../../../src/language/inputs/text-conversion.ts';
import { declaredInput } from '../../language/inputs/declared-input.ts';
import { valuesOfTypes } from '../../language/inputs/values-of-types.ts';
import { log, startMiniJenkins } from './mini-build.ts';

const { run } = startMiniJenkins();

// The others are checked by the gateway alone.
const checkedTypes = inputTypeNames.filter((type) => inputTypes[type].build.check !== undefined);

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

  it('rejects what the gateway rejects', async () => {
    const error = await errorOf(invalid);
    expect(invalid.filter((_, index) => !error?.includes(`text-${index} `))).toEqual([]);
  });
});

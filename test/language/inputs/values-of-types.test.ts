import { afterAll, describe, expect, test } from 'vitest';
import type { JsonValue } from '../../../src/base/text/json-value.ts';
import { inputTypeNames } from '../../../src/language/input-types/input-types.ts';
import { valueFromText } from '../../../src/language/inputs/text-conversion.ts';
import { validateInputs } from '../../../src/language/inputs/validate-inputs.ts';
import { WorkerBoundedRunner } from '../../../src/language/processes/worker-bounded-runner.ts';
import { declaredInput } from './declared-input.ts';
import { valuesOfTypes } from './values-of-types.ts';

const runner = new WorkerBoundedRunner();
afterAll(() => runner.close());

describe.each(inputTypeNames)('%s', (type) => {
  const { constraints, valid, invalid } = valuesOfTypes[type];
  const input = declaredInput({ id: 'x', type, ...constraints });

  async function accepts(value: JsonValue): Promise<boolean> {
    const { violations } = await validateInputs([input], { x: value }, { runner, owner: 'test' });
    return violations.length === 0;
  }

  test.each(valid.map((value) => [value]))('accepts %j', async (value) => {
    expect(await accepts(value)).toBe(true);
  });

  test.each(invalid)('rejects %s', async (text) => {
    const reading = valueFromText(input, text);
    expect('value' in reading && (await accepts(reading.value))).toBe(false);
  });
});

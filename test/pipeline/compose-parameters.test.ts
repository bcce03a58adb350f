import { expect, it } from 'vitest';
import { parameterLine } from '../../src/pipeline/compose-parameters.ts';

it('leaves a default that one literal cannot hold to the build', () => {
  const parameter = { kind: 'string', name: 'NOTE', description: '' } as const;
  expect(String(parameterLine({ ...parameter, defaultValue: 'short' }))).toBe("string(name: 'NOTE', defaultValue: 'short', trim: false)");
  expect(String(parameterLine({ ...parameter, defaultValue: 'x'.repeat(70_000) }))).toBe("string(name: 'NOTE', defaultValue: '', trim: false)");
});

import { describe, expect, it } from 'vitest';
import {
  canBeHandedOver,
  credentialsOf,
  executionOfCredential,
  maxSecretLines,
} from '../../../src/execution/builds/build-plan.ts';

const execution = '01ARZ3NDEKTSV4RRFFQ69G5FAV';
const idsAndLines = (value: string, parameter = 'FLOWGATE_SECRET_KEY') => {
  const { whole, lines } = credentialsOf(execution, parameter, value);
  return { id: whole.id.slice(`flowgate-${execution}-`.length), lines: lines.map((line) => line.value) };
};

describe('the credentials of a secret', () => {
  it('are one for a text of one line', () => {
    expect(idsAndLines('one line')).toEqual({ id: 'flowgate-secret-key', lines: [] });
  });

  it('are one more for each line that differs and can be masked', () => {
    expect(idsAndLines('first\r\n  second\nfirst\n}\n\n')).toEqual({
      id: 'flowgate-secret-key.2',
      lines: ['first', 'second'],
    });
    expect(idsAndLines('token\n')).toEqual({ id: 'flowgate-secret-key.1', lines: ['token'] });
  });

  it('keep the value as it is, and number the lines behind its id', () => {
    const { whole, lines } = credentialsOf(execution, 'FLOWGATE_SECRET_KEY', ' first\r\nsecond\n');
    expect(whole.value).toBe(' first\r\nsecond\n');
    expect(lines.map(({ id }) => id)).toEqual([`${whole.id}.1`, `${whole.id}.2`]);
  });

  it('are told apart whatever the inputs are called', () => {
    expect(idsAndLines('one line', 'FLOWGATE_SECRET_KEY_2').id).not.toContain('.');
  });

  it('are known as those of their execution', () => {
    const { whole, lines } = credentialsOf(execution, 'FLOWGATE_SECRET_KEY', 'first\nsecond');
    expect([whole, ...lines].map(({ id }) => executionOfCredential(id))).toEqual([execution, execution, execution]);
    expect(executionOfCredential('flowgate-own.2')).toBeUndefined();
  });

  it('are bounded', () => {
    const text = (count: number) => Array.from({ length: count }, (_, index) => `line ${index}`).join('\n');
    expect([canBeHandedOver(text(maxSecretLines)), canBeHandedOver(text(maxSecretLines + 1))]).toEqual([true, false]);
  });
});

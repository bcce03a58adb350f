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
  it('are one for a single-line value', () => {
    expect(idsAndLines('one line')).toEqual({ id: 'flowgate-secret-key', lines: [] });
  });

  it('include one for each distinct line that can be masked', () => {
    expect(idsAndLines('first\r\n  second\nfirst\n}\n\n')).toEqual({
      id: 'flowgate-secret-key.2',
      lines: ['first', 'second'],
    });
    expect(idsAndLines('token\n')).toEqual({ id: 'flowgate-secret-key.1', lines: ['token'] });
  });

  it('keep the value unchanged, and append line numbers to its ID', () => {
    const { whole, lines } = credentialsOf(execution, 'FLOWGATE_SECRET_KEY', ' first\r\nsecond\n');
    expect(whole.value).toBe(' first\r\nsecond\n');
    expect(lines.map(({ id }) => id)).toEqual([`${whole.id}.1`, `${whole.id}.2`]);
  });

  it('have distinct IDs whatever the inputs are called', () => {
    expect(idsAndLines('one line', 'FLOWGATE_SECRET_KEY_2').id).not.toContain('.');
  });

  it('can be traced to their execution', () => {
    const { whole, lines } = credentialsOf(execution, 'FLOWGATE_SECRET_KEY', 'first\nsecond');
    expect([whole, ...lines].map(({ id }) => executionOfCredential(id))).toEqual([execution, execution, execution]);
    expect(executionOfCredential('flowgate-own.2')).toBeUndefined();
  });

  it('are limited in number', () => {
    const text = (count: number) => Array.from({ length: count }, (_, index) => `line ${index}`).join('\n');
    expect([canBeHandedOver(text(maxSecretLines)), canBeHandedOver(text(maxSecretLines + 1))]).toEqual([true, false]);
  });
});

import { describe, expect, it } from 'vitest';
import { canBeMasked, maxSecretLines } from '../../../../src/base/masking/secret-lines.ts';
import { credentialsOf, executionOfCredential } from '../../../../src/engines/jenkins/builds/build-credentials.ts';

const execution = '01ARZ3NDEKTSV4RRFFQ69G5FAV';
const idsAndParts = (value: string, parameter = 'FLOWGATE_SECRET_KEY') => {
  const { whole, parts } = credentialsOf(execution, parameter, value);
  return { id: whole.id.slice(`flowgate-${execution}-`.length), parts: parts.map((part) => part.value) };
};

describe('the credentials of a secret', () => {
  it('are one for a single-line value', () => {
    expect(idsAndParts('one-line')).toEqual({ id: 'flowgate-secret-key', parts: [] });
  });

  it('include one for each distinct line that can be masked', () => {
    expect(idsAndParts('first\r\n  second\nfirst\n}\n\n')).toEqual({
      id: 'flowgate-secret-key.2',
      parts: ['first', 'second'],
    });
    expect(idsAndParts('token\n')).toEqual({ id: 'flowgate-secret-key.1', parts: ['token'] });
  });

  it('keep the value unchanged, and append line numbers to its ID', () => {
    const { whole, parts } = credentialsOf(execution, 'FLOWGATE_SECRET_KEY', ' first\r\nsecond\n');
    expect(whole.value).toBe(' first\r\nsecond\n');
    expect(parts.map(({ id }) => id)).toEqual([`${whole.id}.1`, `${whole.id}.2`]);
  });

  it('have distinct IDs whatever the inputs are called', () => {
    expect(idsAndParts('one-line', 'FLOWGATE_SECRET_KEY_2').id).not.toContain('.');
  });

  it('include each line that echo prints for a value with backslashes', () => {
    expect(idsAndParts('C:\\\\new\\table').parts).toEqual(
      expect.arrayContaining(['C:\\new\table', 'C:\\\\\\\\new\\\\table']),
    );
    const { parts } = idsAndParts('first\\nsecond\\0101\nthird\\cx');
    expect(parts).toEqual(expect.arrayContaining(['first', 'secondA', 'third']));
    expect(parts.every((part) => !/[\r\n\0]/.test(part))).toBe(true);
  });

  it('include the common forms of a single line', () => {
    expect(idsAndParts(`a"b'<c> é`).parts.toSorted()).toEqual(
      [
        `a\\"b'<c> é`,
        "a%22b'%3Cc%3E%20%C3%A9",
        `a"b'&lt;c&gt; é`,
        `a&quot;b'&lt;c&gt; é`,
        'a&quot;b&#x27;&lt;c&gt; é',
        'a&quot;b&#39;&lt;c&gt; é',
        `a"b''<c> é`,
        `a""b'<c> é`,
      ].toSorted(),
    );
    expect(idsAndParts('"a"\n"b"').parts).toEqual(['"a"', '"b"']);
  });

  it('are limited for values that echo turns into many lines', () => {
    expect(
      idsAndParts('"line\\n'.repeat(9) + Array.from({ length: 2000 }, (_, index) => `\\n${index}00`).join('')).parts,
    ).toHaveLength(300);
  });

  it('leave room in the environment of the steps, which has all of them', () => {
    const { parts } = credentialsOf(execution, 'KEY', `${'"'.repeat(90_000)}\\n`);
    expect(parts.reduce((sum, { value }) => sum + value.length, 0)).toBeLessThan(8_192);
    const lines = Array.from({ length: 100 }, (_, index) => `line ${index} `.repeat(100));
    expect(credentialsOf(execution, 'KEY', lines.join('\n')).parts).toHaveLength(100);
  });

  it('can be traced to their execution', () => {
    const { whole, parts } = credentialsOf(execution, 'FLOWGATE_SECRET_KEY', 'first\nsecond');
    expect([whole, ...parts].map(({ id }) => executionOfCredential(id))).toEqual([execution, execution, execution]);
    expect(executionOfCredential('flowgate-own.2')).toBeUndefined();
  });

  it('are limited in number', () => {
    const text = (count: number) => Array.from({ length: count }, (_, index) => `line ${index}`).join('\n');
    expect([canBeMasked(text(maxSecretLines)), canBeMasked(text(maxSecretLines + 1))]).toEqual([true, false]);
  });
});

import { describe, expect, it } from 'vitest';
import { secretsOf, withOpenedSecrets } from '../../../src/abilities/triggers/trigger-secrets.ts';
import type { Input } from '../../../src/language/inputs/input.ts';
import { SealedValues } from '../../../src/store/secrets/sealed-values.ts';
import { SecretBox } from '../../../src/store/secrets/secret-box.ts';

const sealed = new SealedValues(new SecretBox('a key'));
const key = { namespace: 'examples', id: 'hello' };
const inputs = [
  { id: 'token', type: 'SECRET' },
  { id: 'name', type: 'STRING' },
] as unknown as readonly Input[]; // what is read of them
const flow = { ...key, inputs };
const ofToken = sealed.seal({ flow: key, inputId: 'token' }, 'sesame-open');
const open = (written: Record<string, string>, values: Record<string, string> = written) =>
  withOpenedSecrets(flow, { inputs: written }, { values, sealed });

describe('a sealed value of a trigger', () => {
  it('is opened for its own input, and shown nowhere', () => {
    expect(ofToken).toMatch(/^sealed:[A-Za-z0-9+/=]+$/);
    expect(open({ token: ofToken, name: 'Ada' })).toEqual({
      values: { token: 'sesame-open', name: 'Ada' },
      violations: [],
    });
    expect(secretsOf(flow, { inputs: { token: ofToken } }, sealed)).toEqual([{ inputId: 'token', state: 'sealed' }]);
  });

  it.each(['a\0b', 'half \ud800', 'x'.repeat(100_000)])('is not made of what no task could be given: %j', (value) => {
    expect(() => sealed.seal({ flow: key, inputId: 'token' }, value)).toThrow('The secret must');
  });

  it('differs each time', () => {
    expect(sealed.seal({ flow: key, inputId: 'token' }, 'sesame-open')).not.toBe(ofToken);
  });

  it.each([
    ['another input', sealed.seal({ flow: key, inputId: 'name' }, 'x')],
    ['another flow', sealed.seal({ flow: { namespace: 'examples', id: 'other' }, inputId: 'token' }, 'x')],
    ['another namespace', sealed.seal({ flow: { namespace: 'other', id: 'hello' }, inputId: 'token' }, 'x')],
    ['another key', new SealedValues(new SecretBox('other')).seal({ flow: key, inputId: 'token' }, 'x')],
    ['nothing', 'sealed:AAAA'],
  ])('cannot be opened if it was sealed for %s', (_, text) => {
    const { violations } = open({ token: text });
    expect(violations).toMatchObject([{ inputId: 'token', providedValue: '****' }]);
    expect(violations[0]?.message).toContain('Seal it again');
    expect(secretsOf(flow, { inputs: { token: text } }, sealed)).toEqual([{ inputId: 'token', state: 'unusable' }]);
  });

  it('is an ordinary string for other types, and in what a webhook is sent', () => {
    const ofName = sealed.seal({ flow: key, inputId: 'name' }, 'x');
    expect(open({ name: ofName }).values).toEqual({ name: ofName });
    const sent = { token: ofToken };
    expect(open({ token: '{{ trigger.body.token }}' }, sent)).toEqual({ values: sent, violations: [] });
  });

  it('cannot be made or opened without a key', () => {
    const without = new SealedValues(undefined);
    expect(() => without.seal({ flow: key, inputId: 'token' }, 'x')).toThrow('FLOWGATE_KEY is required');
    expect(secretsOf(flow, { inputs: { token: ofToken } }, without)).toEqual([{ inputId: 'token', state: 'unusable' }]);
  });
});

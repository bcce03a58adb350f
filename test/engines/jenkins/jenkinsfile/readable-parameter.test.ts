import fc from 'fast-check';
import { expect, it } from 'vitest';
import {
  canBeChoice,
  isKeptByJenkins,
  readableParameter,
} from '../../../../src/engines/jenkins/jenkinsfile/readable-parameter.ts';

it.each([
  ['plain, tab\there,\nlines, é 日本語 🚀 \u{1fffe}', 'plain, tab\there,\nlines, é 日本語 🚀 \u{1fffe}'],
  ['a\r\nb\rc\u0085d\u2028e\u2029f', 'a\nb\nc\nd\ne\nf'],
  ['\u0000\u0001\u001b\u007f\u0090\ufffe\uffff', '\ufffd'.repeat(7)],
  ['\ud83d and \ude80', '\ufffd and \ufffd'],
])('%j is shown as %j', (text, shown) => {
  expect(readableParameter(text)).toBe(shown);
  expect(isKeptByJenkins(text)).toBe(text === shown);
});

it('shortens a long text without cutting a character', () => {
  expect(readableParameter('x'.repeat(1000))).toBe('x'.repeat(1000));
  expect(readableParameter('x'.repeat(1001))).toBe(`${'x'.repeat(999)}…`);
  expect(readableParameter(`${'x'.repeat(998)}🚀 and more`)).toBe(`${'x'.repeat(998)}…`);
});

it('the shown text is short, and Jenkins keeps it', () => {
  fc.assert(
    fc.property(
      fc.string({ unit: fc.nat(0xffff).map((code) => String.fromCharCode(code)), maxLength: 5000, size: 'max' }),
      (text) => {
        const shown = readableParameter(text);
        expect(isKeptByJenkins(shown) && shown.length <= 1000 && readableParameter(shown) === shown).toBe(true);
      },
    ),
  );
});

it.each(['', ' a', 'a ', 'a\nb', 'a\tb', 'a\rb', 'a\u2028b', 'a\u0001b', '\uffff', 'x'.repeat(1001)])(
  '%j cannot be a choice',
  (text) => {
    expect(canBeChoice(text)).toBe(false);
  },
);

it.each(['a', 'a b', 'é "🚀" <&]', '(all)'])('%j can be a choice', (text) => {
  expect(canBeChoice(text)).toBe(true);
});

import { expect, test } from 'vitest';
import { textOf } from '../../../../src/import/mapping/values/texts.ts';
import { constantOf } from '../../../../src/import/mapping/values/values.ts';
import { exampleScope, expressionOf } from '../mapping-setup.ts';

const scope = exampleScope();

test.each([
  ['"to ${params.TO} (${DEPLOY})"', 'to {{ inputs.TO }} ({{ inputs.DEPLOY }})'],
  ["'$HOME {{ inputs.x }}'", String.raw`$HOME \{{ inputs.x }}`],
  [String.raw`'a \\\\{{x}}'`, String.raw`a \\\{{x}}`],
  ["'a ' + 1 + params.TO", 'a 1{{ inputs.TO }}'],
  ["''", ''],
  ['"{${params.TO}}"', '{{{ inputs.TO }}}'],
  ['"${IMAGE}".toString()', '{{ variables.IMAGE }}'],
])('%s is the text %s', (groovy, text) => {
  expect(textOf(expressionOf(groovy), scope)).toEqual({ text, differs: [] });
});

test.each([
  ['"C:\\\\${params.TO}"', 'a flow cannot contain \\ before the value of params.TO'],
  ['"\\$${params.TO}"', 'a flow cannot contain $ before the value of params.TO'],
  [String.raw`'\\{{x}}'`, 'a flow cannot contain a backslash before {{'],
  ['"${BUILD_NUMBER}"', 'only a script in the build can read BUILD_NUMBER'],
  ['params.VERSION.toUpperCase()', 'it calls toUpperCase()'],
  ['1 + 2', 'it computes a value with Groovy'],
])('%s is by hand: %s', (groovy, why) => {
  expect(textOf(expressionOf(groovy), scope)).toEqual({ byHand: why });
});

test.each([
  ["'a' + 'b'", 'ab'],
  ['-3', -3],
  ['!true', false],
  ['IMAGE', 'registry.example/app'],
  ['"${IMAGE}:1"', 'registry.example/app:1'],
  ['params.TO', undefined],
  ['f()', undefined],
])('%s is the constant %s', (groovy, constant) => {
  expect(constantOf(expressionOf(groovy), scope)).toBe(constant);
});

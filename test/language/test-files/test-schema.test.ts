import { Ajv2020 } from 'ajv/dist/2020.js';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { testSchema } from '../../../src/language/test-files/test-schema.ts';

const validate = new Ajv2020({ allErrors: true, strict: true, allowUnionTypes: true }).compile(testSchema);

describe('the schema of a test file', () => {
  it.each([
    'cases: [{name: a}]',
    'flow: f.yaml\nflows: common\ninputs: {a: 1}\nmocks: {m: {}}\ncases: [{name: a, expect: {}}]',
    'flows: [a, b]\ncases: [{name: a, mocks: {m: {attempts: [{state: FAILED}, {outputs: {x: 1}}]}, r: {runs: true}}}]',
    'cases: [{name: a, expect: {tasks: {m: SUCCESS, n: {state: NOT_RUN, attempts: 0, log: {matches: x}}}}}]',
    'cases: [{name: a, expect: {log: [a, {matches: b}], artifacts: [a, {path: b, content: c}]}}]',
    'cases: [{name: a, expect: {problems: [{input: a, message: m}, {code: unused-input}, {check: c}]}}]',
  ])('accepts %s', (text) => {
    validate(parse(text));
    expect(validate.errors ?? []).toEqual([]);
  });

  it.each([
    'cases: []',
    'cases: [{}]',
    'case: [{name: a}]',
    'cases: [{name: a, mock: {}}]',
    'cases: [{name: a, mocks: {m: {output: {}}}}]',
    'cases: [{name: a, expect: {state: DONE}}]',
    'cases: [{name: a, expect: {tasks: {m: DONE}}}]',
    'cases: [{name: a, expect: {log: [{match: x}]}}]',
    'cases: [{name: a, expect: {problems: [{code: no-such-code}]}}]',
  ])('rejects %s', (text) => {
    expect(validate(parse(text))).toBe(false);
  });
});

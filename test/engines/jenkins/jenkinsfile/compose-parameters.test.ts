import { expect, it } from 'vitest';
import { jobParameters, parameterLine } from '../../../../src/engines/jenkins/jenkinsfile/compose-parameters.ts';
import { isKeptByJenkins } from '../../../../src/engines/jenkins/jenkinsfile/readable-parameter.ts';

it('leaves a default that is too long for one literal to the build', () => {
  const parameter = { kind: 'string', name: 'NOTE', description: '' } as const;
  expect(String(parameterLine({ ...parameter, defaultValue: 'short' }))).toBe(
    "string(name: 'NOTE', defaultValue: 'short', trim: false)",
  );
  expect(String(parameterLine({ ...parameter, defaultValue: 'x'.repeat(70_000) }))).toBe(
    "string(name: 'NOTE', defaultValue: '', trim: false)",
  );
});

const common = { id: 'size', displayName: 'Size', description: undefined, required: true } as const;

it('declares an ENUM as choices if Jenkins keeps all of them unchanged', () => {
  const input = { ...common, type: 'ENUM', constraints: { values: ['big', 'small'] }, defaults: 'small' } as const;
  expect(jobParameters([input])).toEqual([
    { name: 'SIZE', description: 'Size', kind: 'choice', choices: ['small', 'big'] },
  ]);
});

it.each(['a\u2028b', 'a\u0001b', '\uffff', ' a', 'a\r\nb', 'x'.repeat(5000)])(
  'declares an ENUM with the choice %j as a string, and lists the choices',
  (odd) => {
    const [parameter] = jobParameters([
      { ...common, type: 'ENUM', constraints: { values: ['plain', odd] }, defaults: 'plain' },
    ]);
    expect(parameter).toMatchObject({
      name: 'SIZE',
      kind: 'string',
      defaultValue: 'plain',
      description: expect.stringMatching(/^Size\. One of "plain", "/),
    });
    expect(isKeptByJenkins(parameter?.description ?? '')).toBe(true);
  },
);

it('leaves a default that Jenkins does not keep to the build', () => {
  const parameters = jobParameters([
    { ...common, type: 'STRING', constraints: {}, defaults: 'a\u2028b' },
    { ...common, type: 'MULTISELECT', constraints: { values: ['\uffff'] }, defaults: ['\uffff'] },
    { ...common, description: 'a\u0001b', type: 'JSON', constraints: {}, defaults: { a: 'b' } },
  ]);
  expect(parameters).toMatchObject([
    { kind: 'string', defaultValue: '' },
    { defaultValue: '' },
    { description: 'Size: a\ufffdb', defaultValue: '{"a":"b"}' },
  ]);
});

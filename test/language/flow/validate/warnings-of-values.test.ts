import { describe, expect, test } from 'vitest';
import { taskTypes } from '../../../support/transpile-yaml.ts';
import { check, pointed } from '../check.ts';

const log = 'type: dev.vendor.plugin.core.log.Log';
const used = '{{ inputs.region }} {{ inputs.fast }} {{ inputs.note }}';

function flow(more: string, { description = 'A sample.', note = 'defaults: hello', region = '' } = {}): string {
  return `id: sample
namespace: examples
description: "${description}"
inputs:
  - {id: region, type: ENUM, values: [eu, us], defaults: eu${region}}
  - {id: fast, type: BOOLEAN, defaults: true}
  - {id: note, type: STRING, ${note}}
tasks:
  - {id: use, ${log}, message: "${used}"}
${more}`;
}

const warnings = (text: string) => pointed(text, check(text, { taskTypes }));

describe('a reference in a string that is no template', () => {
  test.each([
    [flow('', { description: 'In {{ inputs.region }}' }), 'literal-reference «{{ inputs.region }}»'],
    [flow('labels: {region: "{{ inputs.region }}"}'), 'literal-reference «{{ inputs.region }}»'],
    [flow('', { note: 'defaults: "at {{ inputs.region }}"' }), 'literal-reference «{{ inputs.region }}»'],
    [flow('', { note: 'prefill: "{{ inputs.region }}"' }), 'literal-reference «{{ inputs.region }}»'],
    [flow('', { note: 'defaults: "{{ secrets.x }}"' }), 'literal-reference «secrets»'],
    [
      flow(`  - {id: more, ${log}, message: x, description: "{{ inputs.region }}"}`),
      'literal-reference «{{ inputs.region }}»',
    ],
  ])('is a warning at its place: %s', (text, warning) => {
    expect(warnings(text)).toEqual([warning]);
  });

  test.each(['{{ item.name }}', '{"a": {}}', '{{ }}'])('but not %s, which is text of another language', (note) => {
    expect(warnings(flow('', { note: `defaults: '${note}'` }))).toEqual([]);
  });
});

describe('a value that an input cannot have', () => {
  const when = (condition: string) => flow(`  - {id: more, ${log}, message: x, run_if: "${condition}"}`);

  test.each([
    ["inputs.region == 'asia'", "'asia'"],
    ["'asia' != inputs.region", "'asia'"],
    ["not (inputs.fast and inputs.region == 'EU')", "'EU'"],
    ["inputs.region in ['eu', 'asia']", "'asia'"],
    ["inputs.region not in ['asia']", "'asia'"],
  ])('is a warning in %s', (condition, place) => {
    expect(warnings(when(condition))).toEqual([`never-equal «${place}»`]);
  });

  test.each(["inputs.region == 'us'", "inputs.note == 'asia'", 'inputs.region == null', "inputs.region in ['eu']"])(
    'is none in %s',
    (condition) => {
      expect(warnings(when(condition))).toEqual([]);
    },
  );

  test('is a warning in depends_on', () => {
    const condition = 'depends_on: {inputs: [region], condition: "inputs.region == \'asia\'"}';
    expect(warnings(flow('', { note: `required: false, ${condition}` }))).toEqual(["never-equal «'asia'»"]);
  });

  const choose = (value: string, name: string) =>
    flow(
      `  - {id: more, type: dev.vendor.plugin.core.flow.Switch, value: "${value}", cases: {${name}: [{id: a, ${log}, message: x}]}}`,
    );

  test.each([
    ['{{ inputs.region }}', 'asia', ['never-equal «asia»']],
    ['{{ inputs.fast }}', '"yes"', ['never-equal «"yes"»']],
    ['{{ inputs.fast }}', '"true"', []],
    ['{{ inputs.region }}', 'eu', []],
    ['{{ inputs.note }}', 'asia', []],
    ['{{ inputs.region }}-1', 'asia', []],
  ])('is a warning in the cases of %s: %s', (value, name, expected) => {
    expect(warnings(choose(value, name))).toEqual(expected);
  });

  test('says which values there are, and the nearest', () => {
    const { problems } = check(when("inputs.region == 'uss'"), { taskTypes });
    expect(problems[0]?.message).toBe('inputs.region is never "uss"; its values are "eu" and "us". Did you mean "us"?');
  });
});

test('a subflow of a marketplace is called by its namespace and id', () => {
  const call = '  - {id: more, type: dev.vendor.plugin.core.flow.Subflow, marketplaceListingId: 7}';
  const messages = check(flow(call), { taskTypes }).problems.map(({ message }) => message);
  expect(messages).toContain('Unknown property "marketplaceListingId". In Flowgate, call it by flowId and namespace.');
});

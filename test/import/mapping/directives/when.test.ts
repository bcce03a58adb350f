import { expect, test } from 'vitest';
import { mapWhen } from '../../../../src/import/mapping/directives/when.ts';
import { callsOf, exampleScope, mappingOf } from '../mapping-setup.ts';

function mapped(source: string) {
  const mapping = mappingOf(source);
  const condition = mapWhen(callsOf(source), exampleScope(mapping));
  const text =
    condition === undefined ? undefined : 'text' in condition ? condition.text : `by hand: ${condition.byHand}`;
  return { text, outcomes: mapping.findings.all.map(({ construct, outcome }) => `${construct}: ${outcome}`) };
}

test.each([
  ['expression { params.DEPLOY }', 'inputs.DEPLOY'],
  ['expression { return params.DEPLOY }', 'inputs.DEPLOY'],
  ["environment name: 'TO', value: 'prod'", "inputs.TO == 'prod'"],
  ["environment name: 'DEPLOY', value: 'true'", 'inputs.DEPLOY == true'],
  ["environment name: 'VERSION', value: 'a', ignoreCase: true", "inputs.VERSION matches '^[aA]$'"],
  ["equals expected: 'prod', actual: params.TO", "inputs.TO == 'prod'"],
  ['not { expression { params.DEPLOY } }', 'not inputs.DEPLOY'],
  [
    "anyOf { expression { params.DEPLOY }; environment name: 'TO', value: 'a' }\nequals expected: true, actual: params.DEPLOY",
    "(inputs.DEPLOY or inputs.TO == 'a') and inputs.DEPLOY == true",
  ],
  ['beforeAgent true', undefined],
])('%s is %s', (groovy, text) => {
  const { text: found, outcomes } = mapped(groovy);
  expect(found).toBe(text);
  expect(outcomes.every((outcome) => outcome.endsWith(': mapped'))).toBe(true);
});

test.each([
  ["branch 'main'", "inputs.BRANCH_NAME == 'main'"],
  ["branch 'release/*'", "inputs.BRANCH_NAME matches '^release/[^/]*$'"],
  ["branch 'release/**'", "inputs.BRANCH_NAME matches '^release(?:/.*)?$'"],
  ["branch '**/fix-?.x'", String.raw`inputs.BRANCH_NAME matches '^(?:.*/)?fix-[^/]\.x$'`],
  ["branch pattern: 'v\\\\d+', comparator: 'REGEXP'", String.raw`inputs.BRANCH_NAME matches '^v\d+$'`],
])('%s is approximated by an input', (groovy, text) => {
  expect(mapped(groovy)).toEqual({ text, outcomes: ['when branch: approximated'] });
});

test('a part by hand makes the whole condition by hand', () => {
  expect(mapped("allOf { expression { params.DEPLOY }; changeset '**/*.js' }")).toEqual({
    text: 'by hand: a flow has no changes since the last build',
    outcomes: ['when allOf: by hand', 'when expression: by hand', 'when changeset: by hand'],
  });
  expect(mapped("triggeredBy 'TimerTrigger'").text).toContain('by hand: ');
  expect(mapped('buildingTag()').text).toContain('by hand: ');
});

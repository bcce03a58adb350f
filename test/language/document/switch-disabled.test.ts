import { expect, it } from 'vitest';
import { defaultFlowLimits } from '../../../src/language/document/flow-limits.ts';
import { switchDisabled } from '../../../src/language/document/switch-disabled.ts';

const edit = (
  text: string,
  disabled: boolean,
  path: readonly (string | number)[] = [],
  format: 'yaml' | 'json' = 'yaml',
) => switchDisabled({ source: { text, format }, path, disabled }, defaultFlowLimits);
const first = ['triggers', 0];

it.each([
  ['a flow', 'id: a # the id\nnamespace: b\n', 'id: a # the id\ndisabled: true\nnamespace: b\n', []],
  ['a flow with CRLF', 'id: a\r\nb: 1\r\n', 'id: a\r\ndisabled: true\r\nb: 1\r\n', []],
  ['a flow with a byte-order mark', '\uFEFFid: a\nb: 1\n', '\uFEFFid: a\ndisabled: true\nb: 1\n', []],
  [
    'a list item',
    'triggers:\n  - id: n\t# tab\n    type: x\n',
    'triggers:\n  - id: n\t# tab\n    disabled: true\n    type: x\n',
    first,
  ],
  [
    'a map in braces',
    'triggers: [{id: n, type: x}, *b]\n'.replace(', *b', ''),
    'triggers: [{id: n, disabled: true, type: x}]\n',
    first,
  ],
  [
    'a quoted id',
    'triggers:\n  - type: x\n    "id": "n"\n',
    'triggers:\n  - type: x\n    "id": "n"\n    disabled: true\n',
    first,
  ],
] as const)('disables and enables %s', (_, enabled, disabled, path) => {
  expect(edit(enabled, true, path)).toBe(disabled);
  expect(edit(disabled, false, path)).toBe(enabled);
});

it.each([
  ['{"id": "a", "b": 1}', '{"id": "a", "disabled": true, "b": 1}'],
  ['{"id":"a","b":1}', '{"id":"a","disabled":true,"b":1}'],
  ['{\n\t"id": "a",\n\t"b": 1\n}\n', '{\n\t"id": "a",\n\t"disabled": true,\n\t"b": 1\n}\n'],
])('disables and enables JSON', (enabled, disabled) => {
  expect(edit(enabled, true, [], 'json')).toBe(disabled);
  expect(edit(disabled, false, [], 'json')).toBe(enabled);
});

it('adds the last line of a text without a last line break', () => {
  expect(edit('# top\nid: a', true)).toBe('# top\nid: a\ndisabled: true');
});

it('keeps comments, and a value that is written', () => {
  expect(edit('id: a\ndisabled: false # why\n', true)).toBe('id: a\ndisabled: true # why\n');
  expect(edit('id: a\ndisabled: true # why\nb: 1\n', false)).toBe('id: a\n# why\nb: 1\n');
  expect(edit('triggers:\n  - disabled: true\n    id: n\n', false, first)).toBe('triggers:\n  - id: n\n');
  expect(edit('triggers:\n  - disabled: true # why\n    id: n\n', false, first)).toBe(
    'triggers:\n  - # why\n    id: n\n',
  );
  expect(edit('triggers:\n  - disabled: true\n    # of n\n    id: n\n', false, first)).toContain('# of n\n    id: n\n');
  expect(edit('{id: a, # x\n disabled: true, # y\n b: 1}\n', false)).toBe(
    '{id: a, # x\n disabled: false, # y\n b: 1}\n',
  );
  expect(edit('id: a\nx: &no false\ndisabled: *no\n', true)).toBe('id: a\nx: &no false\ndisabled: true\n');
});

it('changes nothing that is also elsewhere', () => {
  expect(edit('triggers:\n  - &n\n    id: n\nother: *n\n', true, first)).toBeUndefined();
  expect(edit('other: &n {id: n}\ntriggers: [*n]\n', true, first)).toBeUndefined();
  expect(edit('id: a\ndisabled: &no false\nother: *no\n', true)).toBeUndefined();
  expect(edit('- 1\n', true)).toBeUndefined();
});

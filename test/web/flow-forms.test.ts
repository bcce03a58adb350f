import { expect, it } from 'vitest';
import { formatInZone } from '../../web/src/formats/zone-time.ts';
import type { FormInput } from '../../web/src/pages/flow/run/form-input.ts';
import { inputGroups, type InputGroup } from '../../web/src/pages/flow/run/input-groups.ts';
import { isoTime } from '../../web/src/pages/flow/run/iso-time.ts';
import { labelLines, readLabels } from '../../web/src/pages/flow/run/labels-text.ts';
import { cronWords } from '../../web/src/pages/flow/triggers/cron-words.ts';
import { copiedSource } from '../../web/src/pages/new-flow/starting-text.ts';

/** @param on the inputs that its condition names */
function input(id: string, ...on: readonly string[]): FormInput {
  const condition = on.length === 0 ? {} : { condition: { inputs: on, condition: 'true' } };
  return { id, title: id, type: 'STRING', isRequired: false, values: [], ...condition };
}

/** Such as `a(b(c) d)`. */
const outlineOf = (groups: readonly InputGroup[]): string =>
  groups
    .map(({ input: { id }, dependents }) => (dependents.length === 0 ? id : `${id}(${outlineOf(dependents)})`))
    .join(' ');

it('inputs stand below the one that they depend on', () => {
  const inputs = [input('a'), input('x'), input('b', 'a'), input('c', 'b', 'a'), input('d', 'a'), input('e', 'hidden')];
  expect(outlineOf(inputGroups(inputs))).toBe('a(b(c) d) x e');
});

it.each([
  ['2026-01-02', 'date', '2026-01-02'],
  [' 2026-01-02 ', 'date', '2026-01-02'],
  ['2026-01-02 03:04', 'datetime-local', '2026-01-02T03:04:00'],
  ['2026-01-02T03:04:05', 'datetime-local', '2026-01-02T03:04:05'],
  ['tomorrow', 'datetime-local', 'tomorrow'],
] as const)('%s as a %s is %s', (typed, type, expected) => {
  expect(isoTime(typed, type)).toBe(expected);
});

it('labels are read as they are written', () => {
  const labels = { reason: 'nightly: all', team: 'build' };
  expect(readLabels(labelLines(labels))).toEqual({ labels });
});

it.each([
  ['30 5 * * 1-5', 'At 05:30, Monday through Friday'],
  ['0 17 * * *', 'At 17:00'],
  ['nonsense', undefined],
])('the schedule %s in words is %s', (cron, words) => {
  expect(cronWords(cron)).toBe(words);
});

it('ticks are shown in the zone of their schedule', () => {
  expect(formatInZone('2026-01-02T03:04:00Z', 'Asia/Tokyo')).toBe('2026-01-02 12:04');
  expect(formatInZone('2026-01-02T03:04:00Z', 'Nowhere/Land')).toMatch(/^2026-01-0\d \d\d:04:00 /);
});

it.each([
  ['# id: no\nid: build # the id\ntasks:\n  - id: one\n', '# id: no\nid: build-copy # the id\ntasks:\n  - id: one\n'],
  ["id: 'build'\n", "id: 'build-copy'\n"],
  ['{\n  "id": "build",\n  "tasks": [{"id": "one"}]\n}', '{\n  "id": "build-copy",\n  "tasks": [{"id": "one"}]\n}'],
])('a copy of a flow has another id, and nothing else changes', (source, copy) => {
  expect(copiedSource(source, 'build')).toBe(copy);
});

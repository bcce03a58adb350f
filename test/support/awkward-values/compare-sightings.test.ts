import { createHash } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import type { JsonObject } from '../../../src/base/text/json-value.ts';
import { compareSightings } from './compare-sightings.ts';
import type { Probe, ProbedCase } from './probes.ts';

const probe: Probe = {
  id: 'v0',
  name: 'U+2028',
  type: 'STRING',
  declaration: {},
  given: 'a\u2028b',
  value: 'a\u2028b',
};
const probed: ProbedCase = { name: 'a case', flowId: 'a-case', probes: [probe] };
const composed = '<a\u2028b|$$ ${X} $X>';
const hex = (text: string) => Buffer.from(text).toString('hex');
const line = (place: string, text: string) => `saw ${place} v0 ${hex(text)}`;
const whole = [
  'shell',
  'bash',
  'bash-environment',
  'python',
  'python-environment',
  'called',
  'output-of-fields',
  'output-of-called',
];
const lines = [
  ...whole.map((place) => line(place, 'a\u2028b')),
  line('shell-variable', composed),
  line('bash-variable', composed),
  line('python-string', '<a\u2028b>'),
  '[[v0:a\u2028b:v0]]',
];
const outputs: JsonObject = {
  'input-v0': 'a\u2028b',
  'field-v0': 'a\u2028b',
  'called-v0': 'a\u2028b',
  'variable-v0': composed,
};
const compare = (log: readonly string[], returned = outputs, isWhole = true) =>
  compareSightings(probed, { log: log.join('\n'), outputs: returned, isWhole });

describe('the values that tasks saw', () => {
  it('match if each task saw the value', () => expect(compare(lines)).toEqual([]));

  it('are reported if one task saw a different value', () => {
    expect(compare([...lines.slice(1), line('shell', 'a\nb')])).toEqual([
      'shell, U+2028: "a\\nb" instead of "a\\u2028b"',
    ]);
    expect(compare(lines, { ...outputs, 'field-v0': 'a\nb' })).toEqual([
      'output field, U+2028: "a\\nb" instead of "a\\u2028b"',
    ]);
    expect(compare([...lines.slice(0, -1), '[[v0:a b:v0]]'])).toEqual(['log, U+2028: "a b" instead of "a\\u2028b"']);
  });

  it('are reported as missing if nothing was printed, unless the flow was interrupted', () => {
    expect(compare([])).toHaveLength(lines.length);
    expect(compare([], {}, false)).toEqual([]);
  });

  it('are compared as values for JSON, however it is formatted', () => {
    const json: Probe = { id: 'j', name: 'JSON', type: 'JSON', declaration: {}, value: { a: 1 } };
    const seen = (text: string) =>
      compareSightings({ ...probed, probes: [json] }, { log: `saw shell j ${hex(text)}`, outputs: {}, isWhole: false });
    expect(seen('{ "a": 1 }')).toEqual([]);
    expect(seen('{"a": 2}')).toHaveLength(1);
    expect(seen('{"a"')).toHaveLength(1);
  });

  it.each<[string, Partial<Probe>]>([
    ['large strings', { value: 'x'.repeat(2000) }],
    ['secrets', { type: 'SECRET' }],
  ])('are compared by digest for %s', (_name, kind) => {
    const digested: Probe = { ...probe, ...kind };
    const seen = (bytes: string) =>
      compareSightings(
        { ...probed, probes: [digested] },
        { log: `saw shell v0 ${bytes}`, outputs: {}, isWhole: false },
      );
    const digest = (text: string) => createHash('sha256').update(text).digest('hex');
    expect(seen(digest(String(digested.value)))).toEqual([]);
    expect(seen(digest('another'))).toHaveLength(1);
  });
});

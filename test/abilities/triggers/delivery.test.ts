import { afterAll, expect, it } from 'vitest';
import { unmetCondition, valuesOf } from '../../../src/abilities/triggers/delivery.ts';
import type { JsonObject, JsonValue } from '../../../src/base/text/json-value.ts';
import { PatternSearches } from '../../../src/language/expressions/pattern-searches.ts';
import { WorkerBoundedRunner } from '../../../src/language/processes/worker-bounded-runner.ts';
import { check } from '../../language/flow/check.ts';

const runner = new WorkerBoundedRunner();
afterAll(() => runner.close());
const searches = () => new PatternSearches({ runner, owner: 'test' });

interface Hooked {
  readonly give: (body: JsonValue, headers?: Record<string, string>) => JsonObject;
  /** The source of the condition that is not met. */
  readonly unmet: (body: JsonValue, headers?: Record<string, string>) => Promise<string | undefined>;
}

function hooked(inputs: string, conditions = '[]'): Hooked {
  const { flow, problems } = check(`id: hooked
namespace: examples
description: Has every kind of input.
inputs: [{id: text, type: STRING}, {id: branch, type: STRING, defaults: main}, {id: count, type: INT}, {id: any, type: JSON}, {id: many, type: MULTISELECT, values: [a, b]}, {id: sure, type: BOOLEAN}]
triggers: [{id: pushed, type: webhook, inputs: ${inputs}, conditions: ${conditions}}]
tasks: [{id: say, type: dev.vendor.plugin.core.log.Log, message: hello}]
`);
  const [trigger] = flow?.triggers ?? [];
  if (flow === undefined || trigger?.type !== 'webhook') throw new Error(JSON.stringify(problems));
  return {
    give: (body, headers = {}) => valuesOf(trigger, flow.inputs, { body, headers }),
    unmet: async (body, headers = {}) =>
      (await unmetCondition(trigger, { body, headers }, { inputs: flow.inputs, searches: searches() }))?.text,
  };
}

it('reads values by key and index, and only own ones', () => {
  const { give } = hooked('{text: "{{ trigger.body.a.0.b }}", any: "{{ trigger.body.a }}"}');
  expect(give({ a: [{ b: 'x' }] })).toEqual({ text: 'x', any: [{ b: 'x' }] });
  expect(give({ a: { 0: { b: 'y' } } })).toEqual({ text: 'y', any: { 0: { b: 'y' } } });
  expect(give({ a: null })).toEqual({ any: null });
  expect(give([])).toEqual({});
  for (const path of [
    'constructor.name',
    '__proto__.a',
    'a.length',
    'a.-1',
    'a.01',
    'a.map',
    'toString',
    'a.0.b.length',
  ]) {
    expect(hooked(`{text: "{{ trigger.body.${path} }}"}`).give({ a: [{ b: 'x' }] })).toEqual({});
  }
  expect(hooked('{text: "{{ trigger.body.__proto__.a }}"}').give(JSON.parse('{"__proto__": {"a": "own"}}'))).toEqual({
    text: 'own',
  });
});

it('keeps the types of body values, and converts strings to the type of their input', () => {
  const fromBody = hooked('{count: "{{ trigger.body.v }}", sure: "{{ trigger.body.v }}"}');
  expect(fromBody.give({ v: '3' })).toEqual({ count: '3', sure: '3' });
  const fromHeader = hooked(
    '{count: "{{ trigger.headers.v }}", many: "{{ trigger.headers.m }}", any: "{{ trigger.headers.j }}", sure: "{{ trigger.headers.s }}", text: "{{ trigger.headers.v }}"}',
  );
  expect(fromHeader.give({}, { v: '3', m: 'a, b', j: '{"x": 1}', s: 'true' })).toEqual({
    count: 3,
    many: ['a', 'b'],
    any: { x: 1 },
    sure: true,
    text: '3',
  });
  expect(fromHeader.give({}, { v: 'three', j: 'push', s: '' })).toEqual({
    count: 'three',
    any: 'push',
    sure: null,
    text: 'three',
  });
  const composed = hooked(
    '{count: "1{{ trigger.body.v }}", any: "{{ trigger.body.v }}{{ trigger.body.w }}", text: "{{ trigger.body.v }}!"}',
  );
  expect(composed.give({ v: 2, w: 3 })).toEqual({ count: 12, any: '23', text: '2!' });
});

it('fills values into literal text', () => {
  const { give } = hooked(
    '{any: {first: "{{ trigger.body.a }}", all: [1, "{{ trigger.body.none }}", "\\\\{{ a }}"]}, count: 7}',
  );
  expect(give({ a: { b: 1 } })).toEqual({ any: { first: { b: 1 }, all: [1, null, '{{ a }}'] }, count: 7 });
});

it('returns the first condition that is not met', async () => {
  const { unmet } = hooked(
    '{}',
    `["trigger.body.n > 3", "trigger.headers.x-event in ['push', 'tag']", "trigger.body.list is not empty"]`,
  );
  expect(await unmet({ n: 4, list: [1] }, { 'x-event': 'tag' })).toBeUndefined();
  expect(await unmet({ n: '4' })).toBe('trigger.body.n > 3');
  expect(await unmet({ n: 4 })).toBe("trigger.headers.x-event in ['push', 'tag']");
  expect(await unmet({ n: 4, list: {} }, { 'x-event': 'push' })).toBe('trigger.body.list is not empty');
});

it('compares a field with the value of a filter, or with each item of a list', async () => {
  const { unmet } = hooked(
    '{branch: "{{ trigger.body.branch }}", count: "{{ trigger.headers.x-count }}"}',
    `[
    {type: filter, field: body.event, value: push}, {type: filter, field: trigger.headers.X-Kind, value: [web, 10]},
    {type: filter, field: inputs.branch, value: [main, release]}, {type: filter, field: trigger.inputs.count, value: 3}, "inputs.text is empty"]`,
  );
  const right = [{ event: 'push' }, { 'x-kind': '10', 'x-count': '3' }] as const;
  expect(await unmet(...right)).toBeUndefined();
  expect(await unmet({ event: ['push'] }, right[1])).toBe('body.event == "push"');
  expect(await unmet({}, right[1])).toBe('body.event == "push"');
  expect(await unmet({ event: 'push' }, { 'x-kind': 'other' })).toBe('trigger.headers.X-Kind in ["web","10"]');
  expect(await unmet({ event: 'push', branch: 'draft' }, right[1])).toBe('inputs.branch in ["main","release"]');
  expect(await unmet({ event: 'push', branch: 'release' }, right[1])).toBeUndefined();
  expect(await unmet({ event: 'push' }, { 'x-kind': 'web', 'x-count': '4' })).toBe('trigger.inputs.count == 3');
});

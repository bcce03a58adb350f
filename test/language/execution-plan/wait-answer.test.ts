import { describe, expect, it } from 'vitest';
import { readJson } from '../../../src/base/text/exact-json.ts';
import type { JsonObject } from '../../../src/base/text/json-value.ts';
import { decided, formFor, signalled, timedOut } from '../../../src/language/execution-plan/wait-answer.ts';
import { searchesAtOnce } from '../../../src/language/expressions/search-at-once.ts';
import type { Decision } from '../../../src/language/flow/wait.ts';
import { flowOf } from '../../support/transpile-yaml.ts';

/** The only task of a flow, with what it waits for. */
function taskOf(properties: string) {
  const yaml = `id: tested\nnamespace: tests\ndescription: Waits.\ntasks:\n  - {id: wait, type: dev.vendor.plugin.core.flow.${properties}, timeout: 2h}\n`;
  const [task] = flowOf(yaml).tasks;
  if (task?.wait === undefined) throw new Error('The task does not wait');
  return { ...task, wait: task.wait };
}

const at = Date.UTC(2026, 0, 1);

describe('an approval', () => {
  const inputs =
    'inputs: [{id: why, type: STRING, defaults: none}, {id: note, type: STRING, required: false}, {id: share, type: FLOAT, defaults: 1.5}, {id: key, type: SECRET, required: false}, {id: log, type: FILE, required: false}]';
  const task = taskOf(`Approval, message: Go?, ${inputs}`);
  const form = task.wait.kind === 'approval' ? task.wait.form : [];
  const valuesOf = (values: JsonObject) => new Map(Object.entries(values));

  it('returns its form as texts, without files, and who decided', () => {
    const values = valuesOf({ why: '', share: 2, key: 'hunter22', log: { filename: 'a.log', size: 1, sha256: '' } });
    const answered = decided(form, values, { decision: 'APPROVE', approver: 'carol', at });
    expect(answered).toMatchObject({ end: { state: 'SUCCESS' }, decision: 'APPROVE', form, values });
    expect(Object.fromEntries(answered.outputs!)).toEqual({
      why: '',
      share: '2',
      key: 'hunter22',
      decision: 'APPROVE',
      approver: 'carol',
      decided_at: '2026-01-01T00:00:00.000Z',
    });
  });

  it.each([
    [{}, 'rejected by carol'],
    [{ why: 'too early' }, 'rejected by carol: too early'],
    [{ why: 'too early', note: 'not today' }, 'rejected by carol: not today'],
    [{ why: 'x'.repeat(600) }, expect.stringMatching(/^rejected by carol: x{490,500}[^x]*$/)],
  ])('fails with the note of its rejection (%#)', (values, reason) => {
    const answered = decided(form, valuesOf(values), { decision: 'REJECT', approver: 'carol', at });
    expect(answered).toMatchObject({
      end: { state: 'FAILED', reason },
      decision: 'REJECT',
    });
    expect(answered.outputs).toBeUndefined();
  });

  it('needs no values for a rejection, and has no defaults', () => {
    expect(formFor('APPROVE', form)).toBe(form);
    expect(formFor('REJECT', form).every((input) => !input.required && input.defaults === undefined)).toBe(true);
  });

  it.each<[string, Decision]>([
    ['', 'REJECT'],
    [', on_timeout: APPROVE', 'APPROVE'],
  ])('is decided by its timeout%s', async (more, decision) => {
    const late = taskOf(`Approval, message: Go?, ${inputs}${more}`);
    const answered = await timedOut(late, late.wait, { at, searches: searchesAtOnce });
    const approved = { why: 'none', share: '1.5', decision, approver: '', decided_at: '2026-01-01T00:00:00.000Z' };
    expect({ ...answered, outputs: answered.outputs && Object.fromEntries(answered.outputs) }).toMatchObject(
      decision === 'APPROVE'
        ? { end: { state: 'SUCCESS' }, decision, outputs: approved }
        : { end: { state: 'FAILED', reason: 'nobody decided within 2h' }, decision, outputs: undefined },
    );
  });

  it('has only defaults of inputs that are visible when its timeout decides', async () => {
    const more =
      "inputs: [{id: deep, type: BOOLEAN, defaults: false}, {id: level, type: INT, defaults: 3, depends_on: {inputs: [deep], condition: '{{ inputs.deep == true }}'}}], on_timeout: APPROVE";
    const late = taskOf(`Approval, message: Go?, ${more}`);
    const { values, outputs } = await timedOut(late, late.wait, { at, searches: searchesAtOnce });
    expect(values).toEqual(new Map([['deep', false]]));
    expect([...outputs!.keys()]).toEqual(['deep', 'decision', 'approver', 'decided_at']);
  });
});

describe('a signal', () => {
  const schema =
    'outputSchema: {count: {type: INT}, share: {type: FLOAT}, log: {type: JSON}, hosts: {type: MULTISELECT}, day: {type: DATE, required: false}}';
  const task = taskOf(`Wait, signal: tests-done, ${schema}`);
  const body = { count: 3, share: 0.5, log: { lines: [1] }, hosts: ['a'] };
  const send = (sent: unknown) => signalled(task, readJson(JSON.stringify(sent)) as JsonObject); // an object stays one
  const outputsOf = (json: string) => {
    const answered = signalled(task, readJson(json) as JsonObject); // the texts below are objects
    return 'violations' in answered ? answered.violations : Object.fromEntries(answered.outputs!);
  };

  it('returns the declared fields as texts; one that is not required can be missing or null', () => {
    const texts = { count: '3', share: '0.5', log: '{"lines":[1]}', hosts: '["a"]' };
    expect(outputsOf(JSON.stringify({ ...body, more: 'ignored' }))).toEqual(texts);
    expect(outputsOf(JSON.stringify({ ...body, day: null }))).toEqual(texts);
    expect(outputsOf(JSON.stringify({ ...body, day: '2026-02-28' }))).toEqual({ ...texts, day: '2026-02-28' });
  });

  it('keeps the digits of numbers in JSON, for which null is a value', () => {
    expect(outputsOf('{"count": 3.0, "share": 1.50, "log": 7615917337495251231, "hosts": []}')).toEqual({
      count: '3',
      share: '1.5',
      log: '7615917337495251231',
      hosts: '[]',
    });
    expect(outputsOf(JSON.stringify({ ...body, log: null }))).toMatchObject({ log: 'null' });
  });

  const deep = (levels: number): unknown => (levels === 0 ? 1 : [deep(levels - 1)]);
  it.each([
    ['count', 1.5, 'Value must be an integer; found the number 1.5'],
    ['count', 1e20, 'Value must be an integer'],
    ['count', null, 'A value is required'],
    ['count', undefined, 'A value is required'],
    ['share', '0.5', 'Value must be a finite number; found the string "0.5"'],
    ['hosts', 'a', 'Value must be a list of strings; found the string "a"'],
    ['day', '2026-02-30', 'Value must be a date such as 2024-02-29'],
    ['day', '2026-02-28\0', 'Value must not contain a NUL character'],
    ['log', deep(66), 'Value must not be nested more than 64 levels deep'],
    ['log', 'x'.repeat(100_000), expect.stringMatching(/^Value must have at most 96 KiB; /)],
  ])('is rejected for its field %s', (field, value, message) => {
    expect(send({ ...body, [field]: value })).toMatchObject({ violations: [{ inputId: field, message }] });
  });

  it('is rejected for all its values together', () => {
    const fields = Array.from({ length: 12 }, (_, index) => `f${index}`);
    const many = taskOf(
      `Wait, signal: tests-done, outputSchema: {${fields.map((id) => `${id}: {type: STRING}`).join(', ')}}`,
    );
    const values = Object.fromEntries(fields.map((id) => [id, 'x'.repeat(96 * 1024)]));
    expect(signalled(many, values)).toMatchObject({
      violations: [{ inputId: 'f10', message: expect.stringContaining('exceeds the limit of 1 MiB for all values') }],
    });
  });

  it('that never comes fails the task', async () => {
    expect(await timedOut(task, task.wait, { at, searches: searchesAtOnce })).toEqual({
      end: { state: 'FAILED', reason: 'no signal tests-done arrived within 2h' },
    });
  });
});

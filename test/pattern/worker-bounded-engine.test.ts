import { afterAll, describe, expect, it } from 'vitest';
import { WorkerBoundedEngine } from '../../src/pattern/worker-bounded-engine.ts';
import type { JsonObject } from '../../src/problem/json-value.ts';
import { explosiveSchema } from './explosive-schema.ts';

const engine = new WorkerBoundedEngine();
afterAll(() => engine.close());

describe('WorkerBoundedEngine', () => {
  it('runs patterns that need backtracking', async () => {
    const work = { kind: 'pattern', pattern: '^(?!tmp)[a-z]+$' } as const;
    expect(await engine.run({ ...work, subject: 'data' }, 'ada')).toEqual({ kind: 'done', messages: [] });
    const messages = ['Value does not match pattern: ^(?!tmp)[a-z]+$'];
    expect(await engine.run({ ...work, subject: 'tmpdata' }, 'ada')).toEqual({ kind: 'done', messages });
  });

  it('stops what takes too long, and goes on with what waits', async () => {
    const outcomes = await Promise.all([
      engine.run({ kind: 'pattern', pattern: '^(?=(a+)+$)b', subject: `${'a'.repeat(60)}!` }, 'ada'),
      engine.run({ kind: 'schema', schema: explosiveSchema, value: 'a' }, 'ada'),
      engine.run({ kind: 'pattern', pattern: '(?=a)', subject: 'a' }, 'ada'),
    ]);
    expect(outcomes.map((outcome) => outcome.kind)).toEqual(['too-long', 'too-long', 'done']);
  });

  it('names every violation of a schema', async () => {
    const schema = { type: 'object', properties: { mode: { enum: ['fast'] } }, additionalProperties: false };
    expect(await engine.run({ kind: 'schema', schema, value: { mode: 'slow', other: 1 } }, 'ada')).toEqual({
      kind: 'done',
      messages: [
        'Value must NOT have additional properties: "other"',
        'Value at /mode must be equal to one of the allowed values: ["fast"]',
      ],
    });
  });

  it('answers a broken schema as failed', async () => {
    const schema = { $ref: '#/$defs/none' };
    expect(await engine.run({ kind: 'schema', schema, value: 1 }, 'ada')).toMatchObject({ kind: 'failed' });
  });

  it.each<JsonObject>([{ $ref: '#' }, { $ref: '#/$defs/a', $defs: { a: { $ref: '#/$defs/b' }, b: { $ref: '#/$defs/a' } } }])('says of %j that it leads back to itself', async (schema) => {
    expect(await engine.run({ kind: 'schema', schema, value: 1 }, 'ada')).toEqual({ kind: 'failed', reason: 'it leads back to itself, or too deep' });
  });

  it('ends waiting and new work when it is closed', async () => {
    const other = new WorkerBoundedEngine();
    const waiting = other.run({ kind: 'pattern', pattern: '(?=a)', subject: 'a' }, 'ada');
    await other.close();
    expect(await waiting).toMatchObject({ kind: 'failed' });
    expect(await other.run({ kind: 'pattern', pattern: '(?=a)', subject: 'a' }, 'ada')).toMatchObject({ kind: 'failed' });
  });
});

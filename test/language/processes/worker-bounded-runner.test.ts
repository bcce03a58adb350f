import { afterAll, describe, expect, it } from 'vitest';
import type { JsonObject } from '../../../src/base/text/json-value.ts';
import { WorkerBoundedRunner } from '../../../src/language/processes/worker-bounded-runner.ts';
import { ownWork } from '../../../src/language/safe-patterns/bounded-runner.ts';
import { explosiveSchema } from '../safe-patterns/explosive-schema.ts';

const runner = new WorkerBoundedRunner();
afterAll(() => runner.close());

describe('WorkerBoundedRunner', () => {
  it('runs patterns that need backtracking', async () => {
    const work = { kind: 'pattern', pattern: '^(?!tmp)[a-z]+$' } as const;
    expect(await runner.run({ ...work, subject: 'data' }, 'ada')).toEqual({ kind: 'done', messages: [] });
    const messages = ['Value does not match pattern: ^(?!tmp)[a-z]+$'];
    expect(await runner.run({ ...work, subject: 'tmpdata' }, 'ada')).toEqual({ kind: 'done', messages });
  });

  it('stops work that takes too long, and continues with waiting work', async () => {
    const outcomes = await Promise.all([
      runner.run({ kind: 'pattern', pattern: '^(?=(a+)+$)b', subject: `${'a'.repeat(60)}!` }, 'ada'),
      runner.run({ kind: 'schema', schema: explosiveSchema, value: 'a' }, 'ada'),
      runner.run({ kind: 'pattern', pattern: '(?=a)', subject: 'a' }, 'ada'),
    ]);
    expect(outcomes.map((outcome) => outcome.kind)).toEqual(['too-long', 'too-long', 'done']);
  });

  it('names every violation of a schema', async () => {
    const schema = { type: 'object', properties: { mode: { enum: ['fast'] } }, additionalProperties: false };
    expect(await runner.run({ kind: 'schema', schema, value: { mode: 'slow', other: 1 } }, 'ada')).toEqual({
      kind: 'done',
      messages: [
        'Value must NOT have additional properties: "other"',
        'Value at /mode must be equal to one of the allowed values: ["fast"]',
      ],
    });
  });

  it('returns `failed` for a broken schema', async () => {
    const schema = { $ref: '#/$defs/none' };
    expect(await runner.run({ kind: 'schema', schema, value: 1 }, 'ada')).toMatchObject({ kind: 'failed' });
  });

  it.each<JsonObject>([
    { $ref: '#' },
    { $ref: '#/$defs/a', $defs: { a: { $ref: '#/$defs/b' }, b: { $ref: '#/$defs/a' } } },
  ])('rejects %j, which refers to itself', async (schema) => {
    expect(await runner.run({ kind: 'schema', schema, value: 1 }, 'ada')).toEqual({
      kind: 'failed',
      reason: 'it refers to itself or is nested too deeply',
    });
  });

  it('makes an owner wait for one piece of slow work at most, and only for its own', async () => {
    const pool = new WorkerBoundedRunner();
    const ended: string[] = [];
    const slow = { kind: 'pattern', pattern: '(a+)\\1+$', subject: `${'a'.repeat(4000)}!` } as const;
    const quick = { kind: 'pattern', pattern: '(?=a)', subject: 'a' } as const;
    const attack = ['mallory', 'mallet', 'trudy'].flatMap((owner) =>
      Array.from({ length: 4 }, () => pool.run(slow, owner).then(() => ended.push('slow'))),
    );
    await Promise.race(attack);
    await pool.run(quick, 'mallory').then(() => ended.push('own'));
    await pool.run(quick, 'ada').then(() => ended.push('other'));
    const before = ended.slice(0, ended.indexOf('own')).length;
    expect(before).toBeLessThan(attack.length);
    expect(ended.slice(0, ended.indexOf('other'))).not.toHaveLength(attack.length + 1);
    await pool.close();
    await Promise.all(attack);
  });

  it('limits the waiting work of one owner, and in total', async () => {
    const pool = new WorkerBoundedRunner({ waiting: { each: 1, all: 2 } });
    const work = { kind: 'pattern', pattern: '(?=a)', subject: 'a' } as const;
    // The first starts immediately, the next one waits.
    const taken = [pool.run(work, 'ada'), pool.run(work, 'ada')];
    await expect(pool.run(work, 'ada')).rejects.toMatchObject({ code: 'too-busy' });
    taken.push(pool.run(work, 'bob'), pool.run(work, 'bob'));
    await expect(pool.run(work, 'eve')).rejects.toMatchObject({ code: 'too-busy' });
    taken.push(pool.run(work, ownWork));
    expect((await Promise.all(taken)).map(({ kind }) => kind)).toEqual(Array.from({ length: 5 }, () => 'done'));
    await pool.close();
  });

  it('rejects waiting and new work when it is closed', async () => {
    const other = new WorkerBoundedRunner();
    const waiting = other.run({ kind: 'pattern', pattern: '(?=a)', subject: 'a' }, 'ada');
    await other.close();
    expect(await waiting).toMatchObject({ kind: 'failed' });
    expect(await other.run({ kind: 'pattern', pattern: '(?=a)', subject: 'a' }, 'ada')).toMatchObject({
      kind: 'failed',
    });
  });
});

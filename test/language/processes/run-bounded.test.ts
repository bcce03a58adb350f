import { describe, expect, it } from 'vitest';
import { ProcessorTimeBudget, runBounded } from '../../../src/language/processes/run-bounded.ts';
import { performWork } from '../../../src/language/safe-patterns/bounded-work.ts';
import { explosiveSchemaOf } from '../safe-patterns/explosive-schema.ts';

const endless = (): boolean => /^(?=(a+)+$)b/u.test(`${'a'.repeat(60)}!`);

describe('runBounded', () => {
  it('returns what the work returns and throws what it throws', () => {
    expect(runBounded(1000, () => 5)).toEqual({ done: true, value: 5 });
    expect(() =>
      runBounded(1000, () => {
        throw new RangeError('broken');
      }),
    ).toThrow(RangeError);
  });

  it('stops patterns, schemas and loops', () => {
    expect(runBounded(20, endless)).toEqual({ done: false });
    expect(runBounded(20, () => performWork({ kind: 'schema', schema: explosiveSchemaOf(26), value: 'a' }))).toEqual({
      done: false,
    });
    expect(runBounded(1000, () => 'works again')).toEqual({ done: true, value: 'works again' });
  });
});

describe('ProcessorTimeBudget', () => {
  it('starts no work once it is used up', () => {
    const budget = new ProcessorTimeBudget({ each: 20, total: 1 });
    expect(budget.run(endless)).toEqual({ done: false });
    expect(budget.run(() => 1)).toBeUndefined();
  });
});

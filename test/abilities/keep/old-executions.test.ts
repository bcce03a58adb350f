import { describe, expect, it } from 'vitest';
import { removeOldExecutions } from '../../../src/abilities/keep/old-executions.ts';
import type { ExecutionRecord } from '../../../src/lifecycle/execution-record.ts';
import type { ExecutionQuery } from '../../../src/store/executions/record/execution-store.ts';
import { RetentionRules } from '../../../src/store/executions/record/retention-rules.ts';

const now = new Date('2026-06-30T00:00:00Z');
const rules = new RetentionRules(90, [
  { namespaces: 'web', days: 30 },
  { namespaces: 'web.*', days: 0 },
  { namespaces: 'web.shop.*', days: 7 },
  { namespaces: 'lab', days: 7 },
]);

describe('the rules', () => {
  it.each([
    ['other', 90],
    ['web', 30],
    ['web.blog', 0],
    ['web.shop', 0],
    ['web.shop.cart', 7],
    ['website', 90],
  ])('keep %s for %i days: the longest pattern counts', (namespace, days) => {
    expect(rules.daysOf(namespace)).toBe(days);
  });
});

describe('removing old executions', () => {
  it('removes what is older than the rule of its namespace', async () => {
    const removed = await removedOf([
      record('other', 91),
      record('other', 89),
      record('web', 31),
      record('web', 29),
      record('web.blog', 5_000),
      record('web.shop.cart', 8),
      record('web.shop.cart', 6),
      record('lab', 8),
      record('lab', 6),
    ]);
    expect(removed.toSorted()).toEqual(['lab 8', 'other 91', 'web 31', 'web.shop.cart 8']);
  });

  it('keeps what has not ended, and what may not be removed yet', async () => {
    const records = [record('lab', 8, 'RUNNING'), record('lab', 9), record('lab', 10)];
    expect(await removedOf(records, ({ id }) => id !== 'lab 9')).toEqual(['lab 10']);
  });

  it('looks at nothing if everything is kept', async () => {
    const store = { list: () => Promise.reject(new Error('asked')) };
    const deps = { store, remover: { remove: async () => undefined }, now: () => now };
    expect(await removeOldExecutions(new RetentionRules(0), deps, new AbortController().signal)).toBe(0);
  });
});

function record(namespace: string, days: number, state = 'SUCCESS'): ExecutionRecord {
  const at = new Date(now.getTime() - days * 24 * 60 * 60 * 1000).toISOString();
  const part = {
    id: `${namespace} ${days}`,
    flow: { namespace, id: 'flow' },
    state,
    phase: state === 'SUCCESS' ? 'ended' : 'running',
    history: [{ state: 'CREATED', at }],
  };
  return part as unknown as ExecutionRecord; // what retention reads
}

async function removedOf(
  records: readonly ExecutionRecord[],
  mayRemove?: (record: ExecutionRecord) => boolean,
): Promise<readonly string[]> {
  const left = new Map(records.map((each) => [each.id, each]));
  const removed: string[] = [];
  await removeOldExecutions(
    rules,
    {
      store: {
        list: async ({ namespace, to }: ExecutionQuery) => ({
          executions: [...left.values()].filter(
            ({ flow, history }) =>
              (namespace === undefined || flow.namespace === namespace) &&
              (to === undefined || history[0]!.at < to.toISOString()),
          ),
        }),
      },
      remover: {
        remove: async ({ id }) => {
          left.delete(id);
          removed.push(id);
        },
      },
      mayRemove,
      now: () => now,
    },
    new AbortController().signal,
  );
  return removed;
}

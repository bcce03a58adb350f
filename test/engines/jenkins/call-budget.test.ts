import { expect, it } from 'vitest';
import { CallBudget } from '../../../src/engines/jenkins/call-budget.ts';

function budgetWith(options: { readonly perSecond: number; readonly saved: number }) {
  let now = 0;
  const pass = (milliseconds: number) => void (now += milliseconds);
  return { budget: new CallBudget({ ...options, clock: () => now }), pass };
}

it('allows a number of calls per second, and saves some up', () => {
  const { budget, pass } = budgetWith({ perSecond: 4, saved: 6 });
  expect(budget.left).toBe(6);
  budget.spend(6);
  expect(budget.left).toBe(0);
  pass(500);
  expect(budget.left).toBe(2);
  pass(60_000);
  expect(budget.left).toBe(6);
});

it('deducts calls that were made without waiting, for at most a second', () => {
  const { budget, pass } = budgetWith({ perSecond: 4, saved: 6 });
  budget.spend(100);
  pass(1_000);
  expect(budget.left).toBe(0);
  pass(1_000);
  expect(budget.left).toBe(4);
});

it('makes callers wait in order', async () => {
  const budget = new CallBudget({ perSecond: 1_000, saved: 1 });
  const taken: string[] = [];
  await Promise.all(
    ['first', 'second', 'third'].map(async (name) => {
      await budget.take();
      taken.push(name);
    }),
  );
  expect(taken).toEqual(['first', 'second', 'third']);
});

it('does not make cancelled callers wait', async () => {
  const budget = new CallBudget({ perSecond: 0.001, saved: 1 });
  budget.spend();
  await expect(budget.take(AbortSignal.timeout(10))).resolves.toBeUndefined();
});

it('gives its turn to a caller who waits for long, even if others use up all calls', async () => {
  const budget = new CallBudget({ perSecond: 10, saved: 1, maxWait: 30 });
  const spending = setInterval(() => budget.spend(100), 1);
  try {
    await expect(Promise.all([budget.take(), budget.take()])).resolves.toHaveLength(2);
  } finally {
    clearInterval(spending);
  }
});

import vm from 'node:vm';
import type { BoundedResult, TimeBudget } from '../safe-patterns/time-budget.ts';
import { maxExtensions, processorTime } from './processor-time.ts';

interface Sandbox {
  readonly context: { work: (() => void) | undefined };
  readonly script: vm.Script;
}

let sandbox: Sandbox | undefined;

/**
 * Runs synchronous work in this thread and stops it after a time limit, even inside a regular expression. Errors of the
 * work are rethrown. Stopped work leaves its objects in an unknown state, so it must only modify objects that are then
 * discarded. Work is restarted if it was stopped only because the machine is busy.
 * @param milliseconds of processor time, at least 1
 */
export function runBounded<T>(milliseconds: number, work: () => T): BoundedResult<T> {
  const limit = milliseconds * maxExtensions;
  let allowance = milliseconds;
  for (;;) {
    const start = processorTime();
    const result = stopAfter(allowance, work);
    const used = processorTime() - start;
    if (result.done || used >= milliseconds / 2 || allowance >= limit) return result;
    allowance = Math.min(limit, Math.ceil((allowance * milliseconds) / Math.max(used, 1)));
  }
}

/** The same, once. @param milliseconds of wall-clock time */
export function stopAfter<T>(milliseconds: number, work: () => T): BoundedResult<T> {
  sandbox ??= newSandbox();
  const { context, script } = sandbox;
  const outer = context.work;
  let result: BoundedResult<T> = { done: false };
  context.work = () => {
    result = { done: true, value: work() };
  };
  try {
    script.runInContext(context, { timeout: milliseconds });
  } catch (error) {
    if (!isTimeout(error)) throw error;
  } finally {
    context.work = outer;
  }
  return result;
}

function newSandbox(): Sandbox {
  return { context: vm.createContext({ work: undefined }) as Sandbox['context'], script: new vm.Script('work()') };
}

/** The error may come from the sandbox's realm, so `instanceof Error` does not work. */
function isTimeout(error: unknown): boolean {
  return (
    typeof error === 'object' && error !== null && 'code' in error && error.code === 'ERR_SCRIPT_EXECUTION_TIMEOUT'
  );
}

/** Limits on the work that one author's document may cost this thread, in milliseconds of processor time. */
export interface TimeLimits {
  /** One piece of work. */
  readonly each: number;
  /** Once this much is used, no further work begins; the total is therefore at most the sum of the two. */
  readonly total: number;
}

// Compiling a schema here takes 1 to 10 ms, a pattern less than 1; requests wait for at most the sum of the two.
const defaultLimits: TimeLimits = { each: 20, total: 25 };

/** A `TimeBudget` measured in processor time of this thread. */
export class ProcessorTimeBudget implements TimeBudget {
  readonly #limits: TimeLimits;
  #used = 0;

  constructor(limits: TimeLimits = defaultLimits) {
    this.#limits = limits;
  }

  run<T>(work: () => T): BoundedResult<T> | undefined {
    if (this.#used >= this.#limits.total) return undefined;
    const start = processorTime();
    try {
      return runBounded(this.#limits.each, work);
    } finally {
      this.#used += processorTime() - start;
    }
  }
}

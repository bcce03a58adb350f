import { LRUCache } from 'lru-cache';
import { AppError, isStoreFailure } from '../../../base/problem/app-error.ts';
import { withoutFullStop } from '../../../base/problem/describe-value.ts';
import { inGroups } from '../../../base/text/in-groups.ts';
import type { ExecutionPreparation } from '../../../engines/engine.ts';
import { RunFailure } from '../../../engines/local/interpreter/stop-control.ts';
import { isLasting } from '../../../engines/pending-execution.ts';
import type { WaitEnd } from '../../../language/execution-plan/segment.ts';
import type { BoundedRunner } from '../../../language/safe-patterns/bounded-runner.ts';
import type { ExecutionIn, ExecutionRecord } from '../../../lifecycle/execution-record.ts';
import type { ExecutionPorts } from '../../../store/executions/execution-ports.ts';
import type { ChildCallDue, ChildWork } from '../../../store/executions/record/child-store.ts';
import type { WaitService } from '../../waits/wait-service.ts';
import type { ExecutionStopper } from '../stop/execution-stopper.ts';
import {
  bytesOf,
  earlyEnd,
  endingOf,
  maxOutputBytes,
  pauseBeforeRepeat,
  resultOfChild,
  resultOfStart,
  timedOut,
  toleratedResult,
  tooLarge,
  type ItemResult,
} from './child-results.ts';
import { openChildWait, type OpenChildWait } from './open-child-wait.ts';
import { startChild, type StartChildDeps } from './start-child.ts';
import { stopChildren } from './stop-children.ts';

/** How many executions are started before the parent looks at those that have ended. */
const maxStarts = 100;
/** How many of them at the same time. */
const startsAtOnce = 10;
/** Milliseconds after which an execution that could not be started is tried again. */
const pause = 2_000;
const maxOpenWaits = 50;

/**
 * Runs the executions of their own for which executions wait: starts them, takes what they return, and ends the wait
 * (docs/explanation/segments.md). Any process may do so at any time, several at once, and may die in between.
 */
export class ChildExecutions {
  readonly #deps;
  /** What this process works on: whether there is something new. */
  readonly #running = new Map<string, { isNew: boolean; end: Promise<void> }>();
  readonly #open = new LRUCache<string, OpenChildWait>({ max: maxOpenWaits });

  constructor(
    deps: StartChildDeps &
      Pick<ExecutionPorts, 'store' | 'life' | 'children'> & {
        readonly preparation: ExecutionPreparation;
        readonly runner: BoundedRunner;
        readonly stopper: Pick<ExecutionStopper, 'stop'>;
        readonly waits: Pick<WaitService, 'end'>;
      },
  ) {
    this.#deps = deps;
  }

  /**
   * Does what can be done now for an execution; nothing if it does not wait for others.
   * @throws {AppError} store-unavailable and others that pass; the wait is due again then
   */
  async advance(id: string): Promise<void> {
    const running = this.#running.get(id);
    if (running !== undefined) {
      running.isNew = true;
      return running.end;
    }
    const own = { isNew: true, end: Promise.resolve() };
    this.#running.set(id, own);
    own.end = this.#steps(id, own);
    return own.end;
  }

  async #steps(id: string, own: { isNew: boolean }): Promise<void> {
    try {
      while (own.isNew) {
        own.isNew = false;
        if (await this.#step(id)) own.isNew = true;
      }
    } finally {
      this.#running.delete(id);
    }
  }

  /** @returns whether there may be more to do */
  async #step(id: string): Promise<boolean> {
    const { store, children } = this.#deps;
    const [record, now] = await Promise.all([store.read(id), store.time()]);
    if (record?.phase !== 'waiting' || record.waitingFor.kind !== 'executions') return false;
    const open = await this.#openWait(record);
    if ('state' in open) return this.#endUnopened(record, open);
    const { wait, items, separate, kept } = open;
    const { until } = record.waitingFor;
    const deadline = until === undefined ? undefined : new Date(until);
    const maxOpen = separate.untilEnd ? items.concurrency : items.total;
    const query = { total: items.total, kept: kept.size, maxOpen, deadline, now };
    const work = await children.take(wait, query);
    if (work === undefined) return false;
    const early =
      earlyEnd(record, work) ??
      (deadline !== undefined && deadline <= now ? timedOut(open, record.waitingFor) : undefined);
    if (early !== undefined && work.cancel === undefined) {
      await children.cancel(wait, early);
      // Until then, another process could start one that this work does not count.
      return true;
    }
    const isCancelled = early !== undefined || work.cancel !== undefined;
    const handled = await inGroups(work.calls, startsAtOnce, (call) =>
      this.#handle(record, call, { open, isCancelled }),
    );
    // What has to wait until others have ended is due again then.
    if (handled.includes(true)) return true;
    const first = nextIndex(work.next, open);
    if (!isCancelled && first < items.total)
      return this.#startOthers(record, open, { first, free: maxOpen - work.open });
    if (isCancelled ? work.open === 0 : isDone(work, items.total)) await this.#end(record, open, early);
    else if (isCancelled) await stopChildren(record, this.#deps);
    return false;
  }

  /** Evaluates a wait, once; or how it ends, if that is not possible. */
  async #openWait(record: ExecutionRecord): Promise<OpenChildWait | WaitEnd> {
    const key = `${record.id} ${record.waitingFor?.version}`;
    const known = this.#open.get(key);
    if (known !== undefined) return known;
    try {
      const open = await openChildWait(record, this.#deps);
      this.#open.set(key, open);
      return open;
    } catch (error) {
      // A stop needs nothing that was evaluated.
      if (record.stop !== undefined && !isStoreFailure(error)) return { state: 'KILLED' };
      if (!(error instanceof RunFailure) && !isLasting(error, record, await this.#deps.store.time())) throw error;
      return { state: 'FAILED', reason: withoutFullStop(error.message) };
    }
  }

  /** Ends a wait whose executions cannot be read any more, once those that are open have stopped. */
  async #endUnopened(record: ExecutionIn<'waiting'>, end: WaitEnd): Promise<boolean> {
    const { children, waits } = this.#deps;
    await children.cancel({ id: record.id, version: record.waitingFor.version }, end);
    const latest = await this.#deps.store.read(record.id);
    if (latest?.phase !== 'waiting') return false;
    if ((latest.children?.open ?? 0) === 0) await waits.end(latest, { end });
    else await stopChildren(latest, this.#deps);
    return false;
  }

  /** A call that is due: its child has ended, or it starts again. @returns whether it is done */
  async #handle(
    record: ExecutionRecord,
    call: ChildCallDue,
    { open, isCancelled }: { readonly open: OpenChildWait; readonly isCancelled: boolean },
  ): Promise<boolean> {
    const { store, children } = this.#deps;
    const { child: id, index, attempt } = call;
    if (id === undefined) {
      if (!isCancelled) return this.#start(record, open, call);
      await this.#settle(open, call, { reason: notRepeated });
      return true;
    }
    const child = await store.read(id);
    if (child !== undefined && child.phase !== 'ended') return false;
    const result = resultOfChild(child, { id, index }, open);
    const after = 'reason' in result && !isCancelled ? pauseBeforeRepeat(child, attempt, open) : undefined;
    if (after === undefined) await this.#settle(open, call, result);
    else await children.repeat(open.wait, call, new Date((await store.time()).getTime() + after));
    return true;
  }

  async #settle(open: OpenChildWait, call: ChildCallDue, result: ItemResult): Promise<void> {
    const { children } = this.#deps;
    const tolerated = 'reason' in result ? toleratedResult(open, call.index) : result;
    const final = tolerated ?? result;
    const isSuccess = !('reason' in final);
    const json = JSON.stringify(final);
    const bytes = await children.settle(open.wait, { call, json, isSuccess, bytes: bytesOf(final) });
    if (!isSuccess && open.items.failFast) await children.cancel(open.wait, 'first-failure');
    if (bytes !== undefined && bytes > maxOutputBytes(open))
      await children.cancel(open.wait, { state: 'FAILED', reason: tooLarge });
  }

  /** @returns whether more can be started now */
  async #startOthers(
    record: ExecutionRecord,
    open: OpenChildWait,
    { first, free }: { readonly first: number; readonly free: number },
  ): Promise<boolean> {
    let isStarted = false;
    let index = first;
    // In order: the store only knows up to which one they were started.
    for (let count = Math.min(free, maxStarts); count > 0 && index < open.items.total; count--) {
      isStarted = await this.#start(record, open, { index, attempt: 1, child: undefined });
      if (!isStarted) return false;
      index = nextIndex(index + 1, open);
    }
    return isStarted;
  }

  /** @returns whether it was started, or has a result */
  async #start(record: ExecutionRecord, open: OpenChildWait, call: ChildCallDue): Promise<boolean> {
    try {
      const inputs = await open.items.inputsOf(call.index);
      if (inputs === undefined) {
        await this.#settle(open, call, toleratedResult(open, call.index, true) ?? { outputs: {} });
        return true;
      }
      const started = await startChild(record, call, { inputs, from: open }, this.#deps);
      if (started === 'later') return false;
      if ('problem' in started) await this.#settle(open, call, { reason: open.mask(started.problem) });
      else if (!open.separate.untilEnd) await this.#settle(open, call, resultOfStart(open, call, started.id));
      return true;
    } catch (error) {
      if (error instanceof RunFailure) {
        await this.#settle(open, call, { reason: open.mask(error.message) });
        return true;
      }
      if (!(error instanceof AppError && error.code === 'too-many-pending')) throw error;
      await this.#postpone(record, error);
      return false;
    }
  }

  /** The called flow has too many pending executions: the others start later. */
  async #postpone(record: ExecutionRecord, { message }: AppError): Promise<void> {
    const { store, life, children } = this.#deps;
    const now = await store.time();
    if (record.trouble !== message) await life.send(record, { name: 'troubled', trouble: message, at: now });
    await children.later(record.id, new Date(now.getTime() + pause));
  }

  async #end(record: ExecutionRecord, open: OpenChildWait, early: WaitEnd | undefined): Promise<void> {
    const results = await this.#deps.children.results(record.id, open.items.total);
    const isEnded = await this.#deps.waits.end(record, endingOf(open, results, early));
    if (isEnded) this.#open.delete(`${record.id} ${open.wait.version}`);
  }
}

const notRepeated = 'its execution failed, and was not repeated';

function isDone({ open, left, succeeded, failed }: ChildWork, total: number): boolean {
  return open === 0 && left === 0 && succeeded + failed >= total;
}

/** The first item from an index on that must run. */
function nextIndex(from: number, { kept, items }: OpenChildWait): number {
  let index = from;
  while (index < items.total && kept.has(index)) index++;
  return index;
}

import { decide, recordAfter, type Dropped, type Step } from '../../lifecycle/decide.ts';
import { premiseOf, type LifeEvent, type Premise, type UnconditionalEvent } from '../../lifecycle/events.ts';
import { mayStart, type ExecutionRecord } from '../../lifecycle/execution-record.ts';
import type { Transitions } from '../../lifecycle/transitions.ts';
import type { Fence } from '../leases/lease.ts';
import type { CreationOutcome, ExecutionCreation, LifeStore } from './record/execution-store.ts';
import type { BullStartQueue } from './redis/bull-start-queue.ts';
import type { SecretVault } from './secret-vault.ts';

/** Receives what happens to executions in this process. */
export interface ExecutionObserver {
  /** It runs. Also called for a build that was adopted. */
  began?(record: ExecutionRecord): void;
  /** There is something to do for its wait at once: it has to start others, or to stop. */
  isDue?(record: ExecutionRecord): void;
  /** It has ended, and will not change again. */
  ended?(record: ExecutionRecord): void;
}

export interface ExecutionLifeDeps {
  readonly store: LifeStore;
  readonly queue: Pick<BullStartQueue, 'add'>;
  readonly vault?: Pick<SecretVault, 'forget'> | undefined;
  readonly now: () => Date;
  /** Other rules, for the test of the model test. */
  readonly transitions?: Transitions;
}

/** An event, now unless it says when. */
export type Timed<Event> = Event extends { readonly at: Date }
  ? Omit<Event, 'at'> & { readonly at?: Date | undefined }
  : never;

/** What an event did. */
export type Sent =
  | { readonly isApplied: true; readonly record: ExecutionRecord }
  /** It did not fit, or its sender no longer holds its lease; `record` is as it is now, undefined if it was removed. */
  | {
      readonly isApplied: false;
      readonly why: Dropped['dropped'] | 'missing' | 'fenced';
      readonly record: ExecutionRecord | undefined;
    };

// Each conflict means that another event came first, so this many mean a defect.
const maxConflicts = 1_000;

/**
 * The one way to create and change executions: decides what follows from an event (`src/lifecycle`), applies it in one step
 * of the store, and does what follows the step. What is lost there, because the process dies, a round does later.
 */
export class ExecutionLife {
  readonly #deps: ExecutionLifeDeps;
  readonly #observers: ExecutionObserver[] = [];

  constructor(deps: ExecutionLifeDeps) {
    this.#deps = deps;
  }

  /** Nothing waits for observers, and they miss an event if the process dies. */
  observe(observer: ExecutionObserver): void {
    this.#observers.push(observer);
  }

  /** @throws {AppError} `store-unavailable` */
  async create(creation: ExecutionCreation): Promise<CreationOutcome> {
    const created = await this.#deps.store.create(creation);
    if (created.outcome !== 'created') return created;
    const { record } = created;
    this.#notify(record);
    // Nobody waits for it: the execution is accepted.
    if (record.phase === 'queued') void this.#queue([record.id]);
    return created;
  }

  /**
   * Records an event.
   * @param execution as its sender has read it, which may be a while ago
   * @param fence the sender's lease: the event is dropped if it has passed to another holder
   * @throws {AppError} `store-unavailable`
   */
  async send(execution: ExecutionRecord, event: Timed<LifeEvent>, fence?: Fence): Promise<Sent> {
    return this.#send(execution.id, event, { known: execution, premise: premiseOf(execution), fence });
  }

  /** Records an event whose sender knows only the id of the execution. @throws {AppError} as `send` */
  async sendTo(id: string, event: Timed<UnconditionalEvent>): Promise<Sent> {
    return this.#send(id, event, {});
  }

  async #send(
    id: string,
    given: Timed<LifeEvent>,
    {
      known,
      premise,
      fence,
    }: { readonly known?: ExecutionRecord; readonly premise?: Premise; readonly fence?: Fence | undefined },
  ): Promise<Sent> {
    const { store, now, transitions } = this.#deps;
    const event = { ...given, at: given.at ?? now() } as LifeEvent; // with its time
    for (let conflicts = 0; conflicts < maxConflicts; conflicts++) {
      const isLatest = known === undefined || conflicts > 0;
      const record = isLatest ? await store.read(id) : known;
      if (record === undefined) return { isApplied: false, why: 'missing', record };
      const step = decide(record, event, premise ?? premiseOf(record), transitions);
      if ('dropped' in step) {
        // It may fit to what the execution is now.
        if (!isLatest) continue;
        return { isApplied: false, why: step.dropped, record };
      }
      const applied = await store.apply(record, step, fence);
      switch (applied.outcome) {
        case 'applied': {
          const after = { ...recordAfter(record, step, applied.isHeld), version: applied.version };
          await this.#follow(record, step, after, applied.released);
          return { isApplied: true, record: after };
        }
        case 'missing':
          return { isApplied: false, why: 'missing', record: undefined };
        case 'fenced':
          return { isApplied: false, why: 'fenced', record };
        case 'late':
          return { isApplied: false, why: 'in time', record };
        case 'conflict':
      }
    }
    throw new Error(`The execution ${id} changed ${maxConflicts} times before ${event.name} could be recorded`);
  }

  async #follow(before: ExecutionRecord, { effects }: Step, after: ExecutionRecord, released: readonly string[]) {
    const isToQueue = mayStart(after) && effects.some(({ kind }) => kind === 'queue');
    if (before.phase !== after.phase) this.#notify(after);
    if (effects.some((effect) => effect.kind === 'wake' && effect.at?.getTime() === 0))
      for (const observer of this.#observers) observer.isDue?.(after);
    if (after.phase === 'ended') this.#deps.vault?.forget(after.id);
    await this.#queue(new Set([...(isToQueue ? [after.id] : []), ...released]));
  }

  #notify(record: ExecutionRecord): void {
    for (const observer of this.#observers)
      if (record.phase === 'running') observer.began?.(record);
      else if (record.phase === 'ended') observer.ended?.(record);
  }

  /** If this fails, the round that looks for executions that are not in the queue adds them. */
  async #queue(ids: Iterable<string>): Promise<void> {
    await Promise.allSettled([...ids].map((id) => this.#deps.queue.add(id)));
  }
}

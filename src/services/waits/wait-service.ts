import type { ConfiguredEngines } from '../../engines/configured-engines.ts';
import type { EngineWorkDeps, ExecutionPreparation, SegmentEnd } from '../../engines/engine.ts';
import type { ExecutionEnder } from '../../execution/execution-ender.ts';
import {
  segmentNumber,
  stopReason,
  type ExecutionRecord,
  type WaitingFor,
} from '../../execution/record/execution-record.ts';
import type { ExecutionChange, ExecutionStore } from '../../execution/record/execution-store.ts';
import { inputOfFileSecret } from '../../execution/record/secret-names.ts';
import { SealError, type SecretVault } from '../../execution/record/secret-vault.ts';
import type { TriggerQueue } from '../../execution/record/trigger-queue.ts';
import { endOfWait, timeoutReason } from '../../language/flow/wait-end.ts';
import { inputSchema } from '../../language/inputs/input-schema.ts';
import { AppError, isTemporary } from '../../problem/app-error.ts';
import { shortened, withoutFullStop } from '../../problem/describe-value.ts';
import { keyNotConfigured } from '../../store/secrets/secret-box.ts';
import { secretDigests } from '../executions/kept-approvals.ts';
import { approvedByDefault } from './form-outputs.ts';
import { withoutSecrets } from './hide-secrets.ts';
import { failureOf, fieldsAtBegin, fieldsAtEnd, firstVersion, type WaitEnding } from './wait-changes.ts';
import { plannedWait, type PlannedWait } from './wait-plan.ts';

export interface WaitServiceDeps {
  readonly store: ExecutionStore;
  /** Undefined without a key. */
  readonly vault?: SecretVault;
  readonly queue: TriggerQueue;
  readonly ender: ExecutionEnder;
  readonly engines: ConfiguredEngines;
  readonly preparation: ExecutionPreparation;
  /** What runs executions of their own, which uses this service itself. */
  readonly separate: () => {
    /** Does what can be done now for an execution that waits for others; the wait is due again if that fails. */
    advance(id: string): Promise<void>;
  };
  readonly report: (error: unknown, what: string) => void;
}

/** How many waits that are over are ended before the next ones are looked for. */
const batchSize = 100;
/** Max characters of the question of an approval. */
const maxMessage = 2_000;

/** Begins and ends the waits of executions (docs/explanation/segments.md). */
export class WaitService implements NonNullable<EngineWorkDeps['waits']> {
  readonly #deps: WaitServiceDeps;

  constructor(deps: WaitServiceDeps) {
    this.#deps = deps;
  }

  async begin(record: ExecutionRecord, end: SegmentEnd): Promise<void> {
    const { store } = this.#deps;
    const { fence } = end;
    const only = { segment: segmentNumber(record), ...(fence !== undefined && { fence }) };
    const begun = fieldsAtBegin(record, end);
    const now = await store.time();
    const latest = await store.read(record.id);
    const waitingFor = await this.#waitOf(record, end, now);
    const ending = latest?.stop === undefined ? waitingFor : ({ state: 'KILLED' } as const);
    if ('state' in ending) {
      const wait = 'state' in waitingFor ? unknownWait(end, now) : waitingFor;
      const after = { ...record, ...withoutNulls(begun), stop: latest?.stop };
      await this.#leave(after, wait, { end: ending }, { only, at: now, carried: end.carried, begun });
      return;
    }
    const change = { ...only, from: ['RUNNING'], at: now, fields: { ...begun, waitingFor: ending } } as const;
    const changed = await store.change(record.id, change);
    if (changed.outcome !== 'changed') return;
    await this.#queue(changed.released);
    // It is due: if this fails, another process does it.
    if (ending.kind === 'executions') return this.#advanceSoon(record.id);
    // A stop that came meanwhile has not seen the wait.
    const waiting = await store.read(record.id);
    if (waiting?.stop !== undefined) await this.end(waiting, { end: { state: 'KILLED' } });
  }

  /** Nothing waits for it. */
  #advanceSoon(id: string): void {
    const { separate, report } = this.#deps;
    void separate()
      .advance(id)
      .catch((error: unknown) => report(error, `start the executions of ${id}`));
  }

  /** A child of an execution has ended. */
  childEnded({ parent }: Pick<ExecutionRecord, 'parent'>): void {
    if (parent !== undefined) this.#advanceSoon(parent.execution);
  }

  /** Ends the wait of an execution that is to stop. One that waits for others stops them first. @throws {AppError} store-unavailable */
  async stop(record: ExecutionRecord): Promise<void> {
    if (record.waitingFor?.kind === 'executions') return this.#deps.separate().advance(record.id);
    let latest: ExecutionRecord | undefined = record;
    // An approval by one of several people changes what it waits for.
    while (latest?.waitingFor !== undefined && !(await this.end(latest, { end: { state: 'KILLED' } })))
      latest = await this.#deps.store.read(record.id);
  }

  /**
   * Ends the wait of an execution, once.
   * @param planned the task that waits, if the caller has read it
   * @returns whether this call ended it
   * @throws {AppError} store-unavailable
   */
  async end(record: ExecutionRecord, ending: WaitEnding, planned?: PlannedWait): Promise<boolean> {
    const { waitingFor } = record;
    if (waitingFor === undefined) return false;
    const { store } = this.#deps;
    const [at, carried] = await Promise.all([
      store.time(),
      ending.outputs === undefined && ending.items === undefined ? undefined : store.carried(record.id),
    ]);
    // What people and other systems send must arrive in time, whether or not somebody has ended the wait.
    const only = { wait: waitingFor, beforeDeadline: ending.by !== undefined };
    return this.#leave(record, waitingFor, ending, { only, at, carried, planned });
  }

  /** Ends the waits that are over, and those of executions that were stopped. @param over aborts when another process may take over */
  async endDue(over: AbortSignal): Promise<void> {
    const { store } = this.#deps;
    for (let ids = await store.dueWaits(batchSize); ids.length > 0 && !over.aborted;) {
      const now = await store.time();
      const results = await Promise.allSettled(ids.map((id) => this.#endIfDue(id, now)));
      const failure = results.find((result) => result.status === 'rejected');
      if (failure !== undefined) throw failure.reason;
      const ended = results.map((result) => result.status === 'fulfilled' && result.value);
      if (ids.length < batchSize || !ended.includes(true)) return;
      ids = await store.dueWaits(batchSize);
    }
  }

  /** The question with its form, or how the wait ends at once. */
  async #waitOf(
    record: ExecutionRecord,
    { task, texts, elapsed }: SegmentEnd,
    now: Date,
  ): Promise<WaitingFor | Failed> {
    const planned = await this.#planned(record, task);
    if ('state' in planned) return planned;
    const { wait } = planned;
    const common = {
      kind: wait.kind,
      task,
      since: now.toISOString(),
      version: firstVersion(segmentNumber(record) + 1),
      ...(wait.holdsLocks === true && { holdsLocks: true as const }),
    };
    if (wait.kind === 'time') {
      const until = endOfWait(texts, now.getTime());
      return typeof until === 'object' ? failed(until.problem) : { ...common, until: new Date(until).toISOString() };
    }
    const { timeout } = planned.task;
    const until = timeout && new Date(now.getTime() + timeout.seconds * 1000).toISOString();
    if (wait.kind === 'signal') return { ...common, until, signal: wait.signal };
    if (wait.kind === 'executions') {
      // What runs in another execution counts towards the limit of the flow, as if it were inlined.
      const ofFlow = planned.flow.timeout && now.getTime() + planned.flow.timeout.seconds * 1000 - elapsed;
      const isSooner = ofFlow !== undefined && (until === undefined || ofFlow < Date.parse(until));
      return { ...common, until: isSooner ? new Date(ofFlow).toISOString() : until };
    }
    const { approvers, form } = wait;
    const { inputs } = planned.task.properties;
    const declared = form.length > 0 && Array.isArray(inputs) && { inputs, schema: inputSchema(form) };
    return { ...common, until, message: shortened(texts.message ?? '', maxMessage), approvers, ...declared };
  }

  /** The planned task, or why the flow can no longer run: its next segment fails for the same reason. */
  async #planned(record: ExecutionRecord, task: string): Promise<PlannedWait | Failed> {
    return plannedWait(record, task, this.#deps.preparation).catch((error: unknown) => {
      const isFinal = error instanceof SealError || (error instanceof AppError && !isTemporary(error));
      if (isFinal) return failed(withoutFullStop(error.message));
      throw error;
    });
  }

  async #endIfDue(id: string, now: Date): Promise<boolean> {
    const record = await this.#deps.store.read(id);
    if (record?.waitingFor === undefined) return false;
    if (record.waitingFor.kind === 'executions') {
      await this.#deps.separate().advance(id);
      return true;
    }
    const { task, until } = record.waitingFor;
    if (record.stop !== undefined) return this.end(record, { end: { state: 'KILLED' } });
    if (until === undefined || Date.parse(until) > now.getTime()) return false;
    const planned = await this.#planned(record, task);
    if ('state' in planned) return this.end(record, { end: planned });
    const { wait } = planned;
    if (wait.kind === 'time') return this.end(record, { end: { state: 'SUCCESS' } }, planned);
    const end = failed(timeoutReason(wait, planned.task.timeout?.text ?? ''));
    if (wait.kind !== 'approval') return this.end(record, { end }, planned);
    const decision = wait.onTimeout;
    return this.end(
      record,
      decision === 'REJECT'
        ? { end, decision }
        : { decision, end: { state: 'SUCCESS' }, ...approvedByDefault(task, wait, now) },
      planned,
    );
  }

  /** Queues the next segment, or ends the execution if nothing follows. */
  async #leave(
    record: ExecutionRecord,
    wait: Omit<WaitingFor, 'version'>,
    given: WaitEnding,
    { only, at, carried, begun, planned: known }: Leaving,
  ): Promise<boolean> {
    const { store, ender, engines } = this.#deps;
    const { id } = record;
    const planned = known ?? (await this.#planned(record, wait.task));
    const ending = 'state' in planned ? given : await withoutSecrets(given, planned.secrets);
    const { end } = ending;
    const fields = {
      ...begun,
      ...fieldsAtEnd(record, wait, { ending, carried, at }),
      ...('flow' in planned && this.#digests(record, planned.flow, ending)),
    };
    if ('state' in planned || planned.continuesAfter(end) || end.state === 'SUCCESS') {
      const secrets = this.#sealed(id, ending.secrets);
      const changed = await store.change(id, { ...only, from: ['RUNNING'], to: 'QUEUED', at, fields, secrets });
      if (changed.outcome !== 'changed') return false;
      await this.#queue(changed.isHeld ? changed.released : [id, ...changed.released]);
      return true;
    }
    const reason = end.state === 'FAILED' ? failureOf(wait.task, end) : record.stop && stopReason(record.stop);
    const isEnded = await ender.end(id, {
      state: end.state,
      fields: { ...fields, reason: reason ?? null },
      only,
      from: ['RUNNING'],
      at,
    });
    // Only the process that has ended it may write to its log.
    if (isEnded)
      await engines
        .of(record)
        ?.endLog?.(record, end.state, reason)
        .catch(() => undefined);
    return isEnded;
  }

  /** With the secrets of its form: a restart that keeps the approval must have the same. */
  #digests({ secretDigests: before }: ExecutionRecord, flow: PlannedWait['flow'], { secrets = new Map() }: WaitEnding) {
    const typed = new Map([...secrets].filter(([name]) => inputOfFileSecret(name) === undefined));
    const digests = secretDigests(flow, typed, this.#deps.vault);
    return digests && { secretDigests: { ...before, ...digests } };
  }

  /** If this fails, the worker that looks for executions that are not in the queue adds them. */
  async #queue(ids: readonly string[]): Promise<void> {
    await Promise.allSettled(ids.map((id) => this.#deps.queue.add(id)));
  }

  #sealed(id: string, secrets: WaitEnding['secrets'] = new Map()): Readonly<Record<string, string>> {
    if (secrets.size === 0) return {};
    const { vault } = this.#deps;
    if (vault === undefined) throw keyNotConfigured('the secrets of executions');
    return vault.seal(id, secrets);
  }
}

type Failed = Extract<WaitEnding['end'], { readonly state: 'FAILED' }>;

interface Leaving {
  readonly only: Pick<ExecutionChange, 'wait' | 'beforeDeadline' | 'segment' | 'fence'>;
  readonly at: Date;
  readonly carried: Parameters<typeof fieldsAtEnd>[2]['carried'];
  readonly planned?: PlannedWait | undefined;
  /** If it ends as it begins. */
  readonly begun?: ReturnType<typeof fieldsAtBegin>;
}

function failed(reason: string): Failed {
  return { state: 'FAILED', reason };
}

/** A wait that ends before it is known what it waits for. */
function unknownWait({ task, texts }: SegmentEnd, now: Date): Omit<WaitingFor, 'version'> {
  return { kind: texts.message === undefined ? 'time' : 'approval', task, since: now.toISOString() };
}

function withoutNulls(fields: ReturnType<typeof fieldsAtBegin>): Partial<ExecutionRecord> {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== null));
}

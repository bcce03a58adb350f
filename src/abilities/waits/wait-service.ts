import { shortened, withoutFullStop } from '../../base/problem/describe-value.ts';
import type { ConfiguredEngines } from '../../engines/configured-engines.ts';
import type { EngineWorkDeps, ExecutionPreparation, SegmentEnd } from '../../engines/engine.ts';
import { isLasting } from '../../engines/pending-execution.ts';
import type { Carried, WaitEnd } from '../../language/execution-plan/segment.ts';
import { timedOut } from '../../language/execution-plan/wait-answer.ts';
import { PatternSearches } from '../../language/expressions/pattern-searches.ts';
import { endOfWait } from '../../language/flow/wait-end.ts';
import { inputSchema } from '../../language/inputs/input-schema.ts';
import { ownWork, type BoundedRunner } from '../../language/safe-patterns/bounded-runner.ts';
import type { Ending } from '../../lifecycle/events.ts';
import type { WaitingFor } from '../../lifecycle/execution-phases.ts';
import { segmentNumber, stopReason, type ExecutionIn, type ExecutionRecord } from '../../lifecycle/execution-record.ts';
import { failureOf, firstVersion, type SegmentLeft, type WaitResult } from '../../lifecycle/segments.ts';
import type { Sent } from '../../store/executions/execution-life.ts';
import type { ExecutionPorts } from '../../store/executions/execution-ports.ts';
import { inputOfFileSecret } from '../../store/executions/record/secret-names.ts';
import { keyNotConfigured } from '../../store/secrets/secret-box.ts';
import { secretDigests } from '../records/kept-approvals.ts';
import { withoutSecrets } from './hide-secrets.ts';
import { keptAnswer } from './kept-answer.ts';
import type { WaitEnding } from './wait-ending.ts';
import { plannedWait, type PlannedWait } from './wait-plan.ts';

/** Max characters of the question of an approval. */
const maxMessage = 2_000;

/** Begins and ends the waits of executions (docs/explanation/segments.md). */
export class WaitService implements NonNullable<EngineWorkDeps['waits']> {
  readonly #deps;

  constructor(
    deps: Pick<ExecutionPorts, 'store' | 'vault' | 'life'> & {
      readonly engines: ConfiguredEngines;
      readonly preparation: ExecutionPreparation;
      readonly patterns: BoundedRunner;
    },
  ) {
    this.#deps = deps;
  }

  async begin(record: ExecutionRecord, { fence, ...left }: SegmentEnd): Promise<void> {
    const { store, life } = this.#deps;
    const now = await store.time();
    const waitingFor = await this.#waitOf(record, left, now);
    if ('state' in waitingFor) {
      const stop = (await store.read(record.id))?.stop;
      const end = stop === undefined ? waitingFor : ({ state: 'KILLED' } as const);
      await this.#skip({ ...record, stop }, left, { end, wait: guessedWait(left, now), at: now, fence });
      return;
    }
    const begun = await life.send(record, { name: 'waitBegan', left, waitingFor, at: now }, fence);
    if (begun.isApplied) return;
    if (begun.why === 'fenced') throw new Error(`The lease of the execution ${record.id} has expired`);
    if (begun.why === 'not stopped' && begun.record !== undefined)
      await this.#skip(begun.record, left, { end: { state: 'KILLED' }, wait: waitingFor, at: now, fence });
  }

  /** Ends the wait of an execution that is to stop. @throws {AppError} store-unavailable */
  async stop(record: ExecutionRecord): Promise<void> {
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
    const known = planned ?? (await this.#planned(record, waitingFor.task));
    return this.#leave(record, { ending, carried, planned: known, task: waitingFor.task }, (result, then) =>
      this.#deps.life.send(
        record,
        'state' in then ? { name: 'endedInWait', result, at, ...then } : { name: 'waitEnded', result, at, ...then },
      ),
    );
  }

  /** A task that waits ends at once. */
  async #skip(record: ExecutionRecord, left: SegmentLeft, { end, wait, at, fence }: Skipped): Promise<boolean> {
    const { task, carried } = left;
    const leaving = { ending: { end }, carried, planned: await this.#planned(record, task), task };
    const facts = { left, waitingFor: wait, at };
    return this.#leave(record, leaving, (result, then) =>
      this.#deps.life.send(
        record,
        'state' in then
          ? { name: 'endedAtWait', ...facts, result, ...then }
          : { name: 'waitSkipped', ...facts, result, ...then },
        fence,
      ),
    );
  }

  /** The question with its form, or how the wait ends at once. */
  async #waitOf(
    record: ExecutionRecord,
    { task, texts, elapsed }: Omit<SegmentEnd, 'fence'>,
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
    try {
      return await plannedWait(record, task, this.#deps.preparation);
    } catch (error) {
      if (isLasting(error, record, await this.#deps.store.time())) return failed(withoutFullStop(error.message));
      throw error;
    }
  }

  /**
   * Ends the wait of an execution if it is over, or the execution is to stop.
   * @param now by the clock of the store @returns whether this call ended it @throws {AppError} store-unavailable
   */
  async endIfOver(record: ExecutionIn<'waiting'>, now: Date): Promise<boolean> {
    const { task, until } = record.waitingFor;
    if (record.stop !== undefined) return this.end(record, { end: { state: 'KILLED' } });
    if (until === undefined || Date.parse(until) > now.getTime()) return false;
    const planned = await this.#planned(record, task);
    if ('state' in planned) return this.end(record, { end: planned });
    const { wait } = planned;
    if (wait.kind === 'time') return this.end(record, { end: { state: 'SUCCESS' } }, planned);
    const searches = new PatternSearches({ runner: this.#deps.patterns, owner: ownWork });
    const answered = await timedOut(planned.task, wait, { at: now.getTime(), searches });
    return this.end(record, keptAnswer(task, answered), planned);
  }

  /** Lets the next segment run, or ends the execution if nothing follows. */
  async #leave(
    record: ExecutionRecord,
    { ending: given, carried, planned, task }: Leaving,
    send: (result: WaitResult, then: { readonly secrets: Readonly<Record<string, string>> } | Ending) => Promise<Sent>,
  ): Promise<boolean> {
    const { id } = record;
    const ending = 'state' in planned ? given : await withoutSecrets(given, planned.secrets);
    const { end, secrets, ...rest } = ending;
    const result = { ...rest, end, carried, ...('flow' in planned && this.#digests(record, planned.flow, ending)) };
    if ('state' in planned || planned.continuesAfter(end) || end.state === 'SUCCESS')
      return (await send(result, { secrets: this.#sealed(id, secrets) })).isApplied;
    const reason = end.state === 'FAILED' ? failureOf(task, end) : record.stop && stopReason(record.stop);
    const { isApplied } = await send(result, { state: end.state, reason });
    // Only the process that has ended it may write to its log.
    if (isApplied)
      await this.#deps.engines
        .of(record)
        ?.endLog?.(record, end.state, reason)
        .catch(() => undefined);
    return isApplied;
  }

  /** With the secrets of its form: a restart that keeps the approval must have the same. */
  #digests({ secretDigests: before }: ExecutionRecord, flow: PlannedWait['flow'], { secrets = new Map() }: WaitEnding) {
    const typed = new Map([...secrets].filter(([name]) => inputOfFileSecret(name) === undefined));
    const digests = secretDigests(flow, typed, this.#deps.vault);
    return digests && { secretDigests: { ...before, ...digests } };
  }

  #sealed(id: string, secrets: WaitEnding['secrets'] = new Map()): Readonly<Record<string, string>> {
    if (secrets.size === 0) return {};
    const { vault } = this.#deps;
    if (vault === undefined) throw keyNotConfigured('the secrets of executions');
    return vault.seal(id, secrets);
  }
}

type Failed = Extract<WaitEnd, { readonly state: 'FAILED' }>;

interface Leaving {
  readonly ending: WaitEnding;
  readonly carried: Carried | undefined;
  readonly planned: PlannedWait | Failed;
  readonly task: string;
}

interface Skipped {
  readonly end: WaitEnd;
  readonly wait: Omit<WaitingFor, 'version'>;
  readonly at: Date;
  readonly fence: SegmentEnd['fence'];
}

function failed(reason: string): Failed {
  return { state: 'FAILED', reason };
}

/** A wait that never begins. If its flow can no longer be planned, only its texts show its kind. */
function guessedWait({ task, texts }: Omit<SegmentEnd, 'fence'>, now: Date): Omit<WaitingFor, 'version'> {
  return { kind: texts.message === undefined ? 'time' : 'approval', task, since: now.toISOString() };
}

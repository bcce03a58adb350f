import type { Caller } from '../../access/caller.ts';
import type { ConfiguredEngines } from '../../engines/configured-engines.ts';
import type { ExecutionRecord, TriggerOrigin } from '../../execution/record/execution-record.ts';
import type { ExecutionStore, IdempotencyClaim, KnownExecution } from '../../execution/record/execution-store.ts';
import type { SecretVault } from '../../execution/record/secret-vault.ts';
import type { TriggerQueue } from '../../execution/record/trigger-queue.ts';
import { flowName, type FlowKey } from '../../language/flow/flow-key.ts';
import type { InputViolation } from '../../language/inputs/validate-inputs.ts';
import { AppError } from '../../problem/app-error.ts';
import type { FlowRevision } from '../../store/revisions/flow-revision.ts';
import { deletedFlow } from '../flows/flow-errors.ts';
import type { FlowRecord, FlowService } from '../flows/flow-service.ts';
import { jenkinsNotConfigured, tooManyPending } from './execution-errors.ts';
import type { ExecutionInputs } from './execution-inputs.ts';
import type { ExecutionService } from './execution-service.ts';
import { hideReplayedInputs } from './hide-replayed-inputs.ts';
import { idempotencyClaim, requestText } from './idempotency.ts';
import type { NewExecution, NewExecutions, RunnableSource } from './new-executions.ts';
import { repeatedRequest, requireSearchableLabels, type AcceptableRequest, type RunRequest } from './run-request.ts';
import { visibleExecution, type VisibleExecution } from './visible-execution.ts';

/** Max pending executions of a flow by default. */
export const defaultMaxPending = 1000;

export interface RunContext {
  readonly caller: Caller;
  /** The client's key for this request: a request with the same key is the same execution. */
  readonly idempotencyKey?: string;
  /** The request that the key identifies, if it is another one. */
  readonly idempotencyContent?: string;
  /** The trigger that started the request. */
  readonly trigger?: TriggerOrigin;
  /** Max pending executions of the trigger; no limit by default. */
  readonly maxPendingOfTrigger?: number;
}

/** An execution, or the violations in its values. */
export type RunOutcome = { readonly execution: VisibleExecution } | { readonly violations: readonly InputViolation[] };

export interface RunServiceDeps {
  readonly flows: Pick<FlowService, 'stored' | 'lastRead'>;
  readonly executions: ExecutionService;
  readonly inputs: ExecutionInputs;
  readonly newExecutions: NewExecutions;
  readonly store: ExecutionStore;
  /** Undefined without a key. */
  readonly vault?: SecretVault;
  readonly queue: TriggerQueue;
  /** Max pending executions of a flow. */
  readonly maxPending: number;
  readonly engines: ConfiguredEngines;
}

/** What a request adds to an execution of a flow. */
interface Acceptance {
  readonly request: AcceptableRequest;
  readonly context: RunContext;
  readonly replayOf?: string;
  readonly idempotency?: IdempotencyClaim | undefined;
}

/** Accepts executions (docs/reference/executions.md). */
export class RunService {
  readonly #deps: RunServiceDeps;

  constructor(deps: RunServiceDeps) {
    this.#deps = deps;
  }

  /**
   * Accepts an execution; a worker runs it.
   * @throws {AppError} as FlowService.read; forbidden, invalid-request, jenkins-not-configured, flow-disabled,
   * flow-invalid, execution-blocked, idempotency-conflict, key-not-configured, too-many-pending
   */
  async run(key: FlowKey, request: RunRequest, context: RunContext): Promise<RunOutcome> {
    this.#requireEngine();
    requireSearchableLabels(request);
    const claim = this.#claim(key, request, context);
    const earlier = await this.#earlier(claim);
    if (earlier !== undefined) return this.#repeated(earlier, context.caller);
    const acceptance = { request: { ...request, received: request.files }, context, idempotency: claim };
    const isOfLatest = request.revision === undefined && request.files === undefined;
    const known = isOfLatest ? this.#deps.flows.lastRead(key) : undefined;
    if (known !== undefined) return this.#acceptKnown(known, acceptance);
    return this.#accept(storedRun(await this.#stored(key, request.revision)), acceptance);
  }

  /**
   * Runs an execution again: the same revision with the same values, unless the request changes them. Secrets must be
   * given again, because they are not stored.
   * @throws {AppError} as run; execution-not-found
   */
  async replay(id: string, request: Partial<RunRequest>, context: RunContext): Promise<RunOutcome> {
    this.#requireEngine();
    const original = await this.#deps.executions.require(id, context.caller, 'execute');
    const replay = () => this.#replay(original, request, context);
    const isReader = context.caller.may('read', original.flow.namespace);
    return isReader ? replay() : hideReplayedInputs(replay, request.inputs ?? {});
  }

  async #replay(original: ExecutionRecord, request: Partial<RunRequest>, context: RunContext): Promise<RunOutcome> {
    const { id } = original;
    requireSearchableLabels(request);
    const source =
      request.revision === undefined && original.revision !== undefined ? await this.#deps.store.source(id) : undefined;
    const again = repeatedRequest(original, request);
    const claim = this.#claim(original.flow, { ...request, inputs: request.inputs ?? {} }, context, id);
    const earlier = await this.#earlier(claim);
    if (earlier !== undefined) return this.#repeated(earlier, context.caller);
    const missing = this.#deps.inputs.missingSecrets(original, request.inputs ?? {});
    if (missing.length > 0) return { violations: missing };
    const run =
      source === undefined
        ? storedRun(await this.#deps.flows.stored(original.flow, request.revision))
        : { source, revision: original.revision };
    return this.#accept(run, { request: again, context, replayOf: id, idempotency: claim });
  }

  /**
   * Checks everything that can be checked before the body of a request is read.
   * @throws {AppError} as FlowService.read; jenkins-not-configured, flow-disabled
   */
  async requireRunnable(key: FlowKey): Promise<void> {
    this.#requireEngine();
    await this.#stored(key);
  }

  async #stored(key: FlowKey, revision?: number): Promise<FlowRevision> {
    const stored = await this.#deps.flows.stored(key, revision);
    if (stored.flow.deletion !== undefined) throw deletedFlow(key);
    return stored;
  }

  #requireEngine(): void {
    if (this.#deps.engines.current === undefined) throw jenkinsNotConfigured();
  }

  /**
   * Accepts an execution of the revision that this process read last. The flow is not read again: the step that creates
   * the execution checks that the revision is still the latest one, and a rejection counts only if it is.
   */
  async #acceptKnown(known: FlowRevision, acceptance: Acceptance): Promise<RunOutcome> {
    const prepared = await this.#prepare(storedRun(known), acceptance).catch((error: unknown) => ({ error }));
    if ('creation' in prepared) {
      const outcome = await this.#create(prepared, acceptance, true);
      if (outcome !== undefined) return outcome;
    }
    const latest = await this.#stored(known.flow);
    const isRejected = !('creation' in prepared) && isSameRevision(known, latest);
    if (!isRejected) return this.#accept(storedRun(latest), acceptance);
    if ('error' in prepared) throw prepared.error;
    return prepared;
  }

  async #accept(run: RunnableSource, acceptance: Acceptance): Promise<RunOutcome> {
    const prepared = await this.#prepare(run, acceptance);
    if ('violations' in prepared) return prepared;
    const outcome = await this.#create(prepared, acceptance);
    if (outcome === undefined) throw new Error('The store compared a revision that need not be the latest one');
    return outcome;
  }

  #prepare(run: RunnableSource, { request, context, replayOf }: Acceptance): Promise<NewExecution> {
    const { caller, trigger } = context;
    return this.#deps.newExecutions.prepare(run, request, { caller, trigger, replayOf });
  }

  /** @returns undefined if the revision must be the latest one and is not; nothing was created then */
  async #create(
    { creation, notices }: Extract<NewExecution, { readonly creation: unknown }>,
    { context, idempotency }: Acceptance,
    isOfLatest = false,
  ): Promise<RunOutcome | undefined> {
    const { caller, trigger, maxPendingOfTrigger } = context;
    const { maxPending, store, queue } = this.#deps;
    const outcome = await store.create({
      ...creation,
      maxPending: { ofFlow: maxPending, ofTrigger: maxPendingOfTrigger },
      idempotency,
      isOfLatest,
    });
    switch (outcome.outcome) {
      case 'flow-changed':
        return undefined;
      case 'flow-full':
        throw tooManyPending(`the flow ${flowName(creation.accepted.flow)}`, maxPending);
      case 'trigger-full':
        throw tooManyPending(`the trigger ${trigger?.id ?? ''}`, maxPendingOfTrigger ?? 0);
      case 'created': {
        const { record } = outcome;
        // Nobody waits for it: the execution is accepted. If this fails, the worker that looks for executions that are not
        // in the queue adds it.
        if (record.state === 'CREATED' && !record.waiting) void queue.add(record.id).catch(() => undefined);
        return { execution: visibleExecution(notices.length > 0 ? { ...record, notices } : record, caller) };
      }
      default:
        return this.#repeated(outcome, caller);
    }
  }

  /**
   * Records that a trigger could not start its flow, as a failed execution, so that users see it.
   * @throws {AppError} idempotency-conflict
   */
  async recordFailure(record: FlowRecord, reason: string, context: RunContext): Promise<void> {
    const { caller } = context;
    const creation = this.#deps.newExecutions.failed(record, reason, context);
    const idempotency = this.#claim(record.flow, {}, context);
    const outcome = await this.#deps.store.create({ ...creation, idempotency });
    if (outcome.outcome === 'conflict') await this.#repeated(outcome, caller);
  }

  #claim(
    flow: FlowKey,
    request: Partial<RunRequest>,
    { caller, idempotencyKey: key, idempotencyContent }: RunContext,
    replayOf = '',
  ): IdempotencyClaim | undefined {
    if (key === undefined) return undefined;
    const content = idempotencyContent ?? requestText(flow, request, replayOf);
    return idempotencyClaim({ actor: caller.subject, key, content }, this.#deps.vault);
  }

  /** The result of an earlier request with the same key; undefined if there was none. */
  async #earlier(claim: IdempotencyClaim | undefined): Promise<KnownExecution | undefined> {
    const known = claim && (await this.#deps.store.claim(claim.key));
    return known && { outcome: known.digest === claim?.digest ? 'repeated' : 'conflict', id: known.id };
  }

  async #repeated({ outcome, id }: KnownExecution, caller: Caller): Promise<RunOutcome> {
    if (outcome === 'repeated') return { execution: visibleExecution(await this.#deps.executions.record(id), caller) };
    throw new AppError(
      'idempotency-conflict',
      `The Idempotency-Key was used within the last 24 hours for a different request, which created the execution ${id}. Use a new key for a new execution.`,
    );
  }
}

function storedRun({ source, entry }: FlowRevision): RunnableSource {
  return { source, revision: entry.revision };
}

/** Whether both run the same document. */
function isSameRevision(left: FlowRevision, right: FlowRevision): boolean {
  const isSame = (field: 'revision' | 'sha256' | 'format') => left.entry[field] === right.entry[field];
  return isSame('revision') && isSame('sha256') && isSame('format');
}

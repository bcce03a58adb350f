import type { Caller } from '../../access/caller.ts';
import type { ConfiguredEngines } from '../../engines/configured-engines.ts';
import { newExecutionId } from '../../execution/record/execution-id.ts';
import type { ExecutionRecord, TriggerOrigin } from '../../execution/record/execution-record.ts';
import type { ExecutionStore, IdempotencyClaim, KnownExecution } from '../../execution/record/execution-store.ts';
import type { SecretVault } from '../../execution/record/secret-vault.ts';
import type { TriggerQueue } from '../../execution/record/trigger-queue.ts';
import { PatternSearches } from '../../language/expressions/pattern-searches.ts';
import { flowName, type FlowKey } from '../../language/flow/flow-key.ts';
import type { Flow } from '../../language/flow/flow.ts';
import { isSecretType } from '../../language/input-types/input-types.ts';
import type { InputViolation } from '../../language/inputs/validate-inputs.ts';
import type { BoundedRunner } from '../../language/safe-patterns/bounded-runner.ts';
import { AppError } from '../../problem/app-error.ts';
import type { FlowRevision, RevisionSource } from '../../store/revisions/flow-revision.ts';
import { keyNotConfigured } from '../../store/secrets/secret-box.ts';
import { traceparentOf } from '../../telemetry/trace-context.ts';
import type { Tracing } from '../../telemetry/tracing.ts';
import { deletedFlow } from '../flows/flow-errors.ts';
import type { FlowRecord, FlowService } from '../flows/flow-service.ts';
import type { FlowPreparation } from '../preparation/flow-preparation.ts';
import { evaluateChecks } from './evaluate-checks.ts';
import { jenkinsNotConfigured, tooManyPending } from './execution-errors.ts';
import type { ExecutionFiles } from './execution-files.ts';
import type { ExecutionInputs } from './execution-inputs.ts';
import type { ExecutionService } from './execution-service.ts';
import { hideReplayedInputs } from './hide-replayed-inputs.ts';
import { idempotencyClaim, requestText } from './idempotency.ts';
import { recordedInputs, secretValues } from './recorded-inputs.ts';
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
  readonly flows: FlowService;
  readonly executions: ExecutionService;
  readonly inputs: ExecutionInputs;
  readonly files: ExecutionFiles;
  readonly preparation: FlowPreparation;
  readonly store: ExecutionStore;
  /** Undefined without a key. */
  readonly vault?: SecretVault;
  readonly queue: TriggerQueue;
  /** Max pending executions of a flow. */
  readonly maxPending: number;
  readonly runner: BoundedRunner;
  readonly now: () => Date;
  readonly engines: ConfiguredEngines;
  /** Undefined when tracing is disabled. */
  readonly tracing?: Tracing;
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
    const stored = await this.#deps.flows.stored(key, request.revision);
    if (stored.flow.deletion !== undefined) throw deletedFlow(key);
    return this.#accept(storedRun(stored), { ...request, received: request.files }, context, { idempotency: claim });
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
    return this.#accept(run, again, context, { replayOf: id, idempotency: claim });
  }

  /**
   * Checks everything that can be checked before the body of a request is read.
   * @throws {AppError} as FlowService.read; jenkins-not-configured, flow-disabled
   */
  async requireRunnable(key: FlowKey): Promise<void> {
    this.#requireEngine();
    const { flow } = await this.#deps.flows.stored(key);
    if (flow.deletion !== undefined) throw deletedFlow(key);
  }

  #requireEngine(): void {
    if (this.#deps.engines.current === undefined) throw jenkinsNotConfigured();
  }

  async #accept(
    run: RunnableSource,
    request: AcceptableRequest,
    { caller, trigger, maxPendingOfTrigger }: RunContext,
    { replayOf, idempotency }: { readonly replayOf?: string; readonly idempotency?: IdempotencyClaim },
  ): Promise<RunOutcome> {
    const prepared = await this.#deps.preparation.prepare(run.source, { revision: run.revision, caller });
    const { accepted: flow, subflows, calledDefaults } = prepared;
    if (flow.disabled) throw new AppError('flow-disabled', `The flow ${flowName(flow)} is disabled and cannot be run.`);
    const { violations, accepted, notices, files, defaulted } = await this.#deps.inputs.validate(flow, request, caller);
    if (violations.length > 0) return { violations };
    this.#deps.inputs.requireUsableDefaults(calledDefaults, caller);
    const { messages, failure } = await evaluateChecks(
      flow,
      accepted,
      new PatternSearches({ runner: this.#deps.runner, owner: caller.key }),
    );
    // Only the sender sees a notice about a secret, in the answer.
    const recorded = notices.filter(({ inputId }) => !isSecretInput(flow, inputId));
    const gone = await this.#deps.files.secure(files, request.received ?? new Map());
    if (gone.length > 0) return { violations: gone };
    const at = this.#deps.now();
    const id = newExecutionId(at);
    const outcome = await this.#deps.store.create({
      accepted: {
        id,
        flow: keyOf(flow),
        revision: run.revision,
        subflows,
        actor: caller.subject,
        labels: { ...flow.labels, ...request.labels },
        ...recordedInputs(flow, accepted, files),
        ...(defaulted.length > 0 && { defaulted }),
        messages,
        ...(recorded.length > 0 && { notices: recorded }),
        replayOf,
        trigger,
        traceparent: this.#traceparent(),
      },
      source: run.source,
      at,
      secrets: this.#seal(id, secretValues(flow, { accepted, files, calledDefaults })),
      failure,
      concurrency: flow.concurrency,
      maxPending: { ofFlow: this.#deps.maxPending, ofTrigger: maxPendingOfTrigger },
      idempotency,
    });
    if (outcome.outcome === 'flow-full') throw tooManyPending(`the flow ${flowName(flow)}`, this.#deps.maxPending);
    if (outcome.outcome === 'trigger-full')
      throw tooManyPending(`the trigger ${trigger?.id ?? ''}`, maxPendingOfTrigger ?? 0);
    if (outcome.outcome !== 'created') return this.#repeated(outcome, caller);
    const execution = outcome.record;
    // If this fails, the worker that looks for untriggered executions adds it to the queue.
    if (execution.state === 'CREATED' && !execution.waiting) await this.#deps.queue.add(id);
    return { execution: visibleExecution({ ...execution, notices }, caller) };
  }

  /**
   * Records that a trigger could not start its flow, as a failed execution, so that users see it.
   * @throws {AppError} idempotency-conflict
   */
  async recordFailure({ flow, entry, source }: FlowRecord, reason: string, context: RunContext): Promise<void> {
    const at = this.#deps.now();
    const id = newExecutionId(at);
    const { caller, trigger } = context;
    const outcome = await this.#deps.store.create({
      accepted: {
        id,
        flow: keyOf(flow),
        revision: entry.revision,
        subflows: [],
        actor: caller.subject,
        labels: flow.labels,
        inputs: {},
        messages: [],
        trigger,
        traceparent: this.#traceparent(),
      },
      source,
      at,
      secrets: {},
      failure: reason,
      idempotency: this.#claim(flow, {}, context),
    });
    if (outcome.outcome === 'conflict') await this.#repeated(outcome, caller);
  }

  #traceparent(): string | undefined {
    const span = this.#deps.tracing?.current();
    return span && traceparentOf(span);
  }

  #seal(id: string, secrets: ReadonlyMap<string, string>): Readonly<Record<string, string>> {
    if (secrets.size === 0) return {};
    if (this.#deps.vault === undefined) throw keyNotConfigured('the secrets of executions');
    return this.#deps.vault.seal(id, secrets);
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

interface RunnableSource {
  readonly source: RevisionSource;
  readonly revision: number | undefined;
}

function storedRun({ source, entry }: FlowRevision): RunnableSource {
  return { source, revision: entry.revision };
}

function keyOf({ namespace, id }: FlowKey): FlowKey {
  return { namespace, id };
}

function isSecretInput({ inputs }: Flow, id: string): boolean {
  return inputs.some((input) => input.id === id && isSecretType(input.type));
}

import type { ConfiguredEngines } from '../../engines/configured-engines.ts';
import type { FlowKey } from '../../language/flow/flow-key.ts';
import type { ExecutionRecord } from '../../lifecycle/execution-record.ts';
import type { IdempotencyDigests } from '../../store/executions/record/execution-store.ts';
import type { RedisExecutionStore } from '../../store/executions/redis/redis-execution-store.ts';
import type { FlowRevision } from '../../store/revisions/flow-revision.ts';
import { deletedFlow } from '../flows/check/flow-errors.ts';
import type { FlowRecord, FlowService } from '../flows/flow-service.ts';
import { requireAllowedForAgents } from '../flows/inputs/agent-rules.ts';
import type { ExecutionInputs } from '../flows/inputs/execution-inputs.ts';
import { noEngine, requireSigned } from '../records/execution-errors.ts';
import type { ExecutionService } from '../records/execution-service.ts';
import { hideReplayedInputs } from '../records/hide-replayed-inputs.ts';
import type { RunOutcome } from '../records/visible-execution.ts';
import type { ExecutionAcceptor, RunContext } from './accept/execution-acceptor.ts';
import type { NewExecution, NewExecutions, RunnableSource } from './accept/new-executions.ts';
import {
  repeatedRequest,
  requireSearchableLabels,
  type AcceptableRequest,
  type RunRequest,
} from './accept/run-request.ts';

export interface RunServiceDeps {
  readonly flows: Pick<FlowService, 'stored' | 'lastRead'>;
  readonly executions: ExecutionService;
  readonly inputs: ExecutionInputs;
  readonly newExecutions: NewExecutions;
  readonly acceptor: ExecutionAcceptor;
  readonly store: Pick<RedisExecutionStore, 'source'>;
  readonly engines: ConfiguredEngines;
}

/** What a request adds to an execution of a flow. */
interface Acceptance {
  readonly request: AcceptableRequest;
  readonly context: RunContext;
  readonly replayOf?: ExecutionRecord;
  readonly idempotency?: IdempotencyDigests | undefined;
}

/** Accepts executions (docs/reference/executions.md). */
export class RunService {
  readonly #deps: RunServiceDeps;

  constructor(deps: RunServiceDeps) {
    this.#deps = deps;
  }

  /**
   * Accepts an execution; a worker runs it.
   * @throws {AppError} as FlowService.read; forbidden, invalid-request, not-allowed-for-agents, jenkins-not-configured,
   * flow-disabled, flow-invalid, execution-blocked, idempotency-conflict, key-not-configured, too-many-pending
   */
  async run(key: FlowKey, request: RunRequest, context: RunContext): Promise<RunOutcome> {
    this.#requireEngine();
    requireSearchableLabels(request);
    const idempotency = this.#deps.acceptor.idempotency(key, request, context);
    const earlier = await this.#deps.acceptor.earlier(idempotency);
    if (earlier !== undefined) return this.#deps.acceptor.repeated(earlier, context.caller);
    const acceptance = { request: { ...request, received: request.files }, context, idempotency };
    const isOfLatest = request.revision === undefined && request.files === undefined;
    const known = isOfLatest ? this.#deps.flows.lastRead(key) : undefined;
    if (known !== undefined) return this.#acceptKnown(known, acceptance);
    const stored = await this.#stored(key, request.revision);
    // `#accept` checks the revision that runs. The latest one decides, too: an older one cannot avoid what it forbids.
    if (context.isFromAgent === true) requireAllowedForAgents(stored.flow);
    return this.#accept(storedRun(stored), acceptance);
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
    requireSigned(original);
    requireSearchableLabels(request);
    const source =
      request.revision === undefined && original.revision !== undefined ? await this.#deps.store.source(id) : undefined;
    const again = repeatedRequest(original, request);
    const idempotency = this.#deps.acceptor.idempotency(
      original.flow,
      { ...request, inputs: request.inputs ?? {} },
      context,
      id,
    );
    const earlier = await this.#deps.acceptor.earlier(idempotency);
    if (earlier !== undefined) return this.#deps.acceptor.repeated(earlier, context.caller);
    const missing = this.#deps.inputs.missingSecrets(original, request.inputs ?? {});
    if (missing.length > 0) return { violations: missing };
    const run =
      source === undefined
        ? storedRun(await this.#deps.flows.stored(original.flow, request.revision))
        : { source, revision: original.revision };
    return this.#accept(run, { request: again, context, replayOf: original, idempotency });
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
    if (this.#deps.engines.current === undefined) throw noEngine();
  }

  /**
   * Accepts an execution of the revision that this process read last. The flow is not read again: the step that creates
   * the execution checks that the revision is still the latest one, and a rejection counts only if it is.
   */
  async #acceptKnown(known: FlowRevision, acceptance: Acceptance): Promise<RunOutcome> {
    const prepared = await this.#prepare(storedRun(known), acceptance).catch((error: unknown) => ({ error }));
    if ('creation' in prepared) {
      const outcome = await this.#deps.acceptor.create(prepared, acceptance, { isOfLatest: true });
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
    const outcome = await this.#deps.acceptor.create(prepared, acceptance);
    if (outcome === undefined) throw new Error('The store compared a revision that need not be the latest one');
    return outcome;
  }

  #prepare(run: RunnableSource, { request, context, replayOf }: Acceptance): Promise<NewExecution> {
    const { caller, trigger, starters, isFromAgent } = context;
    return this.#deps.newExecutions.prepare(run, request, { caller, trigger, starters, replayOf, isFromAgent });
  }

  /**
   * Records that a trigger could not start its flow, as a failed execution, so that users see it.
   * @throws {AppError} idempotency-conflict
   */
  async recordFailure(record: FlowRecord, reason: string, context: RunContext): Promise<void> {
    const { caller } = context;
    const creation = this.#deps.newExecutions.failed(record, reason, context);
    const idempotency = this.#deps.acceptor.idempotency(record.flow, {}, context);
    await this.#deps.acceptor.createFailed({ ...creation, idempotency }, caller);
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

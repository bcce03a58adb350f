import type { Caller } from '../../../access/caller.ts';
import { AppError } from '../../../base/problem/app-error.ts';
import { flowName, type FlowKey } from '../../../language/flow/flow-key.ts';
import type { TriggerOrigin } from '../../../lifecycle/execution-origin.ts';
import type { ExecutionPorts } from '../../../store/executions/execution-ports.ts';
import type {
  ExecutionCreation,
  IdempotencyDigests,
  KnownExecution,
} from '../../../store/executions/record/execution-store.ts';
import { tooManyPending } from '../../records/execution-errors.ts';
import type { ExecutionService } from '../../records/execution-service.ts';
import { unusableApproval } from '../../records/kept-approvals.ts';
import { visibleExecution, type RunOutcome } from '../../records/visible-execution.ts';
import { idempotencyDigests, requestText } from './idempotency.ts';
import type { NewExecution } from './new-executions.ts';
import type { RunRequest } from './run-request.ts';

export interface RunContext {
  readonly caller: Caller;
  /** The client's key for this request: a request with the same key is the same execution. */
  readonly idempotencyKey?: string;
  /** The request that the key identifies, if it is another one. */
  readonly idempotencyContent?: string;
  /** The trigger that started the request. */
  readonly trigger?: TriggerOrigin;
  /** The people behind the trigger. */
  readonly starters?: readonly string[];
  /** Whether an agent runs the flow, over `/mcp`. */
  readonly isFromAgent?: boolean;
  /** Max pending executions of the trigger; no limit by default. */
  readonly maxPendingOfTrigger?: number;
}

interface AcceptanceContext {
  readonly context: RunContext;
  readonly idempotency?: IdempotencyDigests | undefined;
}

interface CreateOptions {
  readonly isOfLatest?: boolean;
  /** Whether an execution that used the approvals of a restart last leaves them to it. */
  readonly mayHandOn?: ((user: string) => Promise<boolean>) | undefined;
}

/** Creates and queues executions, once for each idempotency key. */
export class ExecutionAcceptor {
  readonly #deps;

  constructor(
    deps: Pick<ExecutionPorts, 'store' | 'life' | 'vault'> & {
      readonly executions: Pick<ExecutionService, 'record'>;
      /** Max pending executions of a flow. */
      readonly maxPending: number;
    },
  ) {
    this.#deps = deps;
  }

  /**
   * @returns undefined if nothing was created: the revision must be the latest one and is not, or its parent has enough
   * open ones, or starts no others
   * @throws {AppError} too-many-pending, idempotency-conflict, restart-not-possible
   */
  async create(
    { creation, notices }: Extract<NewExecution, { readonly creation: unknown }>,
    { context, idempotency }: AcceptanceContext,
    { isOfLatest = false, mayHandOn }: CreateOptions = {},
  ): Promise<RunOutcome | undefined> {
    const { caller, trigger, maxPendingOfTrigger } = context;
    const { maxPending, life } = this.#deps;
    const outcome = await life.create({
      ...creation,
      maxPending: { ofFlow: maxPending, ofTrigger: maxPendingOfTrigger },
      idempotency,
      isOfLatest,
    });
    switch (outcome.outcome) {
      case 'flow-changed':
      case 'parent-left':
      case 'parent-full':
        return undefined;
      case 'flow-full':
        throw tooManyPending(`the flow ${flowName(creation.accepted.flow)}`, maxPending);
      case 'trigger-full':
        throw tooManyPending(`the trigger ${trigger?.id ?? ''}`, maxPendingOfTrigger ?? 0);
      case 'approval-moved': {
        const { handedOnBy = [] } = creation;
        const { user } = outcome;
        if (handedOnBy.includes(user) || (await mayHandOn?.(user)) !== true) throw unusableApproval(outcome);
        const next = { creation: { ...creation, handedOnBy: [...handedOnBy, user] }, notices };
        return this.create(next, { context, idempotency }, { isOfLatest, mayHandOn });
      }
      case 'approval-in-use':
      case 'approval-spent':
      case 'approval-gone':
        throw unusableApproval(outcome);
      case 'created': {
        const { record } = outcome;
        return { execution: visibleExecution(notices.length > 0 ? { ...record, notices } : record, caller) };
      }
      default:
        return this.repeated(outcome, caller);
    }
  }

  /** @throws {AppError} idempotency-conflict */
  async createFailed(creation: ExecutionCreation, caller: Caller): Promise<void> {
    const outcome = await this.#deps.life.create(creation);
    if (outcome.outcome === 'conflict') await this.repeated(outcome, caller);
  }

  /** @param again the execution that the request repeats, and how */
  idempotency(
    flow: FlowKey,
    request: Partial<RunRequest>,
    { caller, idempotencyKey: key, idempotencyContent }: RunContext,
    again = '',
  ): IdempotencyDigests | undefined {
    if (key === undefined) return undefined;
    const content = idempotencyContent ?? requestText(flow, request, again);
    return idempotencyDigests({ actor: caller.subject, key, content }, this.#deps.vault);
  }

  /** The result of an earlier request with the same key; undefined if there was none. */
  async earlier(sent: IdempotencyDigests | undefined): Promise<KnownExecution | undefined> {
    const known = sent && (await this.#deps.store.knownRequest(sent.key));
    return known && { outcome: known.digest === sent?.digest ? 'repeated' : 'conflict', id: known.id };
  }

  /** @throws {AppError} idempotency-conflict */
  async repeated({ outcome, id }: KnownExecution, caller: Caller): Promise<RunOutcome> {
    if (outcome === 'repeated') return { execution: visibleExecution(await this.#deps.executions.record(id), caller) };
    throw new AppError(
      'idempotency-conflict',
      `The idempotency key was used within the last 24 hours for a different request, which created the execution ${id}. Use a new key for a new execution.`,
    );
  }
}

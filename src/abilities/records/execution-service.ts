import type { Caller } from '../../access/caller.ts';
import type { Right } from '../../access/grant.ts';
import type { FlowKey } from '../../language/flow/flow-key.ts';
import { waitKinds, type WaitKind } from '../../language/flow/wait.ts';
import type { ExecutionRecord } from '../../lifecycle/execution-record.ts';
import { executionStates, type ExecutionState } from '../../lifecycle/execution-state.ts';
import { isDamage } from '../../store/archive/archive-damaged.ts';
import { archiveNotConfigured } from '../../store/archive/archive.ts';
import type { ExecutionPorts } from '../../store/executions/execution-ports.ts';
import type { ExecutionRemover } from '../../store/executions/execution-remover.ts';
import type { ExecutionPage, ExecutionQuery } from '../../store/executions/record/execution-store.ts';
import type { RedisExecutionStore } from '../../store/executions/redis/redis-execution-store.ts';
import type { RevisionSource } from '../../store/revisions/flow-revision.ts';
import { mayDecide } from './decision-rule.ts';
import { executionNotEnded, executionNotFound } from './execution-errors.ts';
import { explainHolding } from './explain-holding.ts';
import { listTasks, type TaskPage, type TaskQuery } from './list-tasks.ts';
import { visibleBrief, visibleExecution, type VisibleBrief, type VisibleExecution } from './visible-execution.ts';

/** Of the executions in the store. */
export interface ArchiveCounts {
  readonly archived: number;
  /** Those that have ended and are due to be archived. */
  readonly due: number;
}

/** A query of a caller, who decides what it shows. */
export interface ExecutionListQuery extends Omit<ExecutionQuery, 'isShown' | 'isAnswer'> {
  /** Also the approvals that the caller may decide; without other kinds, only those. */
  readonly isMine?: boolean;
  /** Those in the archive, also if the store no longer has them. */
  readonly isArchived?: boolean;
}

/** Reads, lists and deletes executions (docs/reference/executions.md); none of this needs an engine. */
export class ExecutionService {
  readonly #deps;

  constructor(
    deps: Pick<ExecutionPorts, 'store' | 'pools' | 'queue' | 'marks' | 'archive'> & {
      readonly remover: ExecutionRemover;
      readonly now: () => Date;
    },
  ) {
    this.#deps = deps;
  }

  /**
   * Reads the part of an execution that the caller may see.
   * @throws {AppError} forbidden if the caller lacks the right in the namespace of its flow; execution-not-found if the
   * caller has no right there at all, so that the answer does not reveal whether the execution exists
   */
  async read(id: string, caller: Caller): Promise<VisibleExecution> {
    return this.visible(await this.require(id, caller, 'read'), caller);
  }

  /**
   * The same, also for who may decide what it waits for: they see the question without the right to read.
   * @throws {AppError} as read
   */
  async show(id: string, caller: Caller): Promise<VisibleExecution> {
    const record = await this.record(id);
    return mayDecide(caller, record) ? this.visible(record, caller) : this.read(id, caller);
  }

  /** A page of the tasks that the caller may see. @throws {AppError} as read */
  async tasks(id: string, caller: Caller, query: TaskQuery): Promise<TaskPage> {
    return listTasks((await this.read(id, caller)).tasks, query);
  }

  /** The whole record, for work on behalf of a caller who has a right. @throws {AppError} as read */
  async require(id: string, caller: Caller, right: Right): Promise<ExecutionRecord> {
    return allowed(await this.record(id), caller, right);
  }

  /** The whole record, without checking rights. @throws {AppError} execution-not-found */
  async record(id: string): Promise<ExecutionRecord> {
    const record = await this.#deps.store.read(id);
    if (record === undefined) throw executionNotFound(id);
    return record;
  }

  /** The same; only what lists show if the archive has lost or damaged the rest. @throws {AppError} as record */
  async listed(id: string): Promise<ExecutionRecord> {
    return this.record(id).catch(async (error: unknown) => {
      const listed = isDamage(error) ? await this.#deps.archive?.reader.listed(id) : undefined;
      if (listed === undefined) throw error;
      return listed;
    });
  }

  /** The definition that an execution runs; undefined if it is unknown, as for a build started by hand. */
  async source(id: string): Promise<RevisionSource | undefined> {
    const source = await this.#deps.store.source(id);
    return source?.bytes.length === 0 ? undefined : source;
  }

  /**
   * Executions of flows that the caller may read, each with the parts that the caller may see.
   * @throws {AppError} archive-unavailable, archive-damaged
   */
  async list(caller: Caller, query: ExecutionListQuery): Promise<ExecutionPage<VisibleExecution>> {
    const { isMine = false, isArchived = false, ...filters } = query;
    const mayRead = ({ namespace }: FlowKey) => caller.may('read', namespace);
    const kinds = query.waitingFor ?? [];
    const shown: Pick<ExecutionQuery, 'waitingFor' | 'isShown' | 'isAnswer'> = isMine
      ? {
          waitingFor: [...new Set([...kinds, 'approval' as const])],
          isShown: ({ namespace }) => caller.sees(namespace),
          isAnswer: (record) =>
            mayDecide(caller, record) ||
            (mayRead(record.flow) && kinds.some((kind) => kind === record.waitingFor?.kind)),
        }
      : caller.isLimited
        ? { isShown: mayRead }
        : {};
    const { executions, ...rest } = await this.#listed(isArchived).list({ ...filters, ...shown });
    const explained = await explainHolding(executions, { pools: this.#deps.pools, caller });
    return { executions: explained.map((record) => visibleExecution(record, caller)), ...rest };
  }

  #listed(isArchived: boolean): Pick<RedisExecutionStore, 'list'> {
    const { archive, store } = this.#deps;
    if (!isArchived) return store;
    if (archive === undefined) throw archiveNotConfigured();
    return archive.index;
  }

  /** The latest executions of a flow, the newest first; its namespace decides who may see them. */
  async recent(flow: FlowKey, limit: number, caller: Caller): Promise<readonly VisibleBrief[]> {
    const [executions = []] = await this.#deps.store.recent([flow], limit);
    return executions.map((brief) => visibleBrief(brief, caller));
  }

  /** The number of executions in each state, in all namespaces together. */
  async counts(): Promise<Readonly<Record<ExecutionState, number>>> {
    const counts = await Promise.all(
      executionStates.map(async (state) => [state, await this.#deps.store.count(state)] as const),
    );
    return Object.fromEntries(counts) as Record<ExecutionState, number>; // an entry for every state
  }

  /** The number of executions that wait without an executor, by what they wait for. */
  async waitingCounts(): Promise<Readonly<Record<WaitKind, number>>> {
    const counts = await Promise.all(
      waitKinds.map(async (kind) => [kind, await this.#deps.store.countWaiting(kind)] as const),
    );
    return Object.fromEntries(counts) as Record<WaitKind, number>; // an entry for every kind
  }

  /** Undefined without an archive. */
  async archiveCounts(): Promise<ArchiveCounts | undefined> {
    const { archive, marks, now } = this.#deps;
    if (archive === undefined) return undefined;
    const dueTime = archive.dueTime(now());
    const [archived, due] = await Promise.all([marks.countArchived(), marks.countUnarchived(dueTime)]);
    return { archived, due };
  }

  /** The number of executions that are queued for a worker. */
  queueDepth(): Promise<number> {
    return this.#deps.queue.depth();
  }

  /** The age of the oldest execution that is CREATED and not held; 0 without one. */
  async oldestPendingSeconds(): Promise<number> {
    const { executions } = await this.#deps.store.inState('CREATED', { limit: 1 });
    const at = executions[0]?.history[0]?.at;
    return at === undefined ? 0 : Math.max(0, this.#deps.now().getTime() - Date.parse(at)) / 1000;
  }

  /** The part of an execution that a caller who may act on it may see. */
  async visible(record: ExecutionRecord, caller: Caller): Promise<VisibleExecution> {
    const [explained = record] = await explainHolding([record], { pools: this.#deps.pools, caller });
    return visibleExecution(explained, caller);
  }

  /**
   * Removes an ended execution with everything that Flowgate keeps of it. Who wrote the flow decides about its history:
   * the right to run it is not enough.
   * @throws {AppError} execution-not-found, forbidden, execution-not-ended, archive-unavailable
   */
  async delete(id: string, caller: Caller): Promise<void> {
    const record = allowed(await this.listed(id), caller, 'write');
    // It does not change any more.
    if (record.phase !== 'ended') throw executionNotEnded(record);
    await this.#deps.remover.removeAll(record);
  }
}

function allowed(record: ExecutionRecord, caller: Caller, right: Right): ExecutionRecord {
  const { id, flow } = record;
  try {
    caller.require(right, flow.namespace);
    return record;
  } catch (error) {
    throw caller.sees(flow.namespace) ? error : executionNotFound(id, error);
  }
}

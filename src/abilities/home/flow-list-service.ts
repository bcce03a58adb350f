import type { Caller } from '../../access/caller.ts';
import type { RedisExecutionStore } from '../../store/executions/redis/redis-execution-store.ts';
import type { FoundFlow } from '../../store/revisions/flow-revision.ts';
import type { FlowCursor, FlowQuery } from '../../store/revisions/revision-store.ts';
import { NextTickCache } from '../../store/triggers/next-tick-cache.ts';
import type { FlowService } from '../flows/flow-service.ts';
import { visibleBrief, type VisibleBrief } from '../records/visible-execution.ts';

/** The fields of each flow in a list, in addition to its summary. */
export interface FlowExtras {
  readonly lastExecution: boolean;
  readonly nextAt: boolean;
}

export interface ListedFlow {
  readonly flow: FoundFlow;
  readonly lastExecution?: VisibleBrief | undefined;
  readonly nextAt?: Date;
}

/** Lists flows with their latest executions and next ticks. */
export class FlowListService {
  readonly #deps;
  readonly #ticks = new NextTickCache();

  constructor(deps: {
    readonly flows: Pick<FlowService, 'list'>;
    readonly store: Pick<RedisExecutionStore, 'recent'>;
    readonly now: () => Date;
  }) {
    this.#deps = deps;
  }

  /**
   * Lists only flows that the caller may read, so that the caller may also read their executions. The extras of a page
   * take two round trips to the store, whatever its size.
   * @throws {AppError} `store-unavailable`
   */
  async list(
    caller: Caller,
    query: Omit<FlowQuery, 'isShown'>,
    extras: FlowExtras,
  ): Promise<{ readonly flows: readonly ListedFlow[]; readonly next?: FlowCursor }> {
    const { store, now } = this.#deps;
    const { flows, next } = await this.#deps.flows.list(caller, query);
    const recent = extras.lastExecution ? await store.recent(flows, 1) : [];
    const listed: ListedFlow[] = [];
    for (const [index, flow] of flows.entries()) {
      // A deleted flow keeps its schedules, for the case that it is restored, but they start nothing.
      const latest = recent[index]?.[0];
      const hasTicks = extras.nextAt && flow.deletion === undefined;
      listed.push({
        flow,
        lastExecution: latest && visibleBrief(latest, caller),
        nextAt: hasTicks ? await this.#ticks.first(flow.schedules, now()) : undefined,
      });
    }
    return { flows: listed, next };
  }
}

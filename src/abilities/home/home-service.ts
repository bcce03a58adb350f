import type { Caller } from '../../access/caller.ts';
import { flowName, type FlowKey } from '../../language/flow/flow-key.ts';
import { type CountedExecutions, type DayCounts } from '../../store/executions/record/execution-overview.ts';
import type { RedisExecutionStore } from '../../store/executions/redis/redis-execution-store.ts';
import type { FlowCatalogue } from '../../store/revisions/flow-catalogue.ts';
import type { RedisRevisionStore } from '../../store/revisions/redis-revision-store.ts';
import type { BullScheduleQueue } from '../../store/triggers/bull-schedule-queue.ts';
import type { UpcomingTick } from '../../store/triggers/schedule.ts';
import type { ExecutionService } from '../records/execution-service.ts';
import { visibleBrief, type VisibleBrief, type VisibleExecution } from '../records/visible-execution.ts';

/** What a user sees first: of the flows that they may read. */
export interface Home {
  readonly since: Date;
  readonly flowCount: number;
  readonly failed: VisibleCount;
  readonly running: VisibleCount;
  /** The executions whose approval the caller may decide. */
  readonly waiting: { readonly count: number; readonly executions: readonly VisibleExecution[] };
  readonly next: readonly UpcomingTick[];
  /** Oldest first. */
  readonly days: readonly (DayCounts & { readonly date: string })[];
  readonly namespaces: readonly NamespaceCounts[];
  readonly flows: readonly (FlowKey & { readonly lastExecution?: VisibleBrief | undefined })[];
}

interface VisibleCount {
  readonly count: number;
  readonly executions: readonly VisibleBrief[];
}

interface NamespaceCounts {
  readonly namespace: string;
  readonly flows: number;
  readonly running: number;
  readonly failed: number;
}

export interface HomeQuery {
  readonly namespace?: string | undefined;
  /** The favourites of the caller. */
  readonly flows: readonly FlowKey[];
}

const dayMilliseconds = 24 * 60 * 60 * 1000;
const shownDays = 14;
const maxListed = 10;
const maxWaiting = 100;
const maxNamespaces = 100;
/** How many namespaces count of a caller who may not read everything. */
const maxCounted = 1_000;
/** How many ticks are read to find some that the caller may see. */
const maxTicks = 500;

/** The overview of the first page of the console. */
export class HomeService {
  readonly #deps;

  constructor(deps: {
    readonly flows: Pick<RedisRevisionStore, 'overview'>;
    readonly store: Pick<RedisExecutionStore, 'overview' | 'recent'>;
    readonly executions: Pick<ExecutionService, 'list'>;
    readonly schedules: Pick<BullScheduleQueue, 'upcoming'>;
    readonly now: () => Date;
  }) {
    this.#deps = deps;
  }

  /** @throws {AppError} store-unavailable */
  async read(caller: Caller, query: HomeQuery): Promise<Home> {
    const { store, now } = this.#deps;
    const since = new Date(now().getTime() - dayMilliseconds);
    const flows = await this.#deps.flows.overview();
    const isIncluded = (namespace: string) =>
      (query.namespace ?? namespace) === namespace && caller.may('read', namespace);
    const counts = [...flows.counts].filter(([namespace]) => isIncluded(namespace)).toSorted(byName);
    const isOfAll = !caller.isLimited && query.namespace === undefined;
    const names = counts.slice(0, isOfAll ? maxNamespaces : maxCounted).map(([namespace]) => namespace);
    const days = Array.from({ length: shownDays }, (_, day) => dateOf(now(), shownDays - 1 - day));
    const [overview, waiting, next, favourites] = await Promise.all([
      store.overview({ namespaces: names, isOfAll, since, days, limit: maxListed }),
      this.#waiting(caller, query),
      this.#next(flows, isIncluded),
      this.#favourites(caller, flows, query),
    ]);
    return {
      since,
      flowCount: counts.reduce((sum, [, count]) => sum + count, 0),
      failed: visibleTo(caller, overview.failed),
      running: visibleTo(caller, overview.running),
      waiting,
      next,
      days: days.map((date, index) => ({ date, ...overview.days[index]! })), // one for each day
      namespaces: counts.slice(0, maxNamespaces).map(([namespace, count]) => ({
        namespace,
        flows: count,
        ...(overview.namespaces.get(namespace) ?? none),
      })),
      flows: favourites,
    };
  }

  async #waiting(caller: Caller, { namespace }: HomeQuery): Promise<Home['waiting']> {
    const filter = { states: [], labels: [], limit: maxWaiting, ...(namespace !== undefined && { namespace }) };
    const { executions } = await this.#deps.executions.list(caller, { ...filter, isMine: true });
    return { count: executions.length, executions: executions.slice(0, maxListed) };
  }

  /** A deleted flow keeps its schedules, but they start nothing. */
  async #next(flows: FlowCatalogue, isIncluded: (namespace: string) => boolean): Promise<Home['next']> {
    const ticks = await this.#deps.schedules.upcoming(maxTicks);
    return ticks.filter(({ flow }) => isIncluded(flow.namespace) && flows.isLive(flow)).slice(0, maxListed);
  }

  async #favourites(caller: Caller, flows: FlowCatalogue, query: HomeQuery): Promise<Home['flows']> {
    const known = query.flows.filter((flow) => caller.may('read', flow.namespace) && flows.isLive(flow));
    const keys = [...new Map(known.map((flow) => [flowName(flow), flow])).values()];
    const recent = await this.#deps.store.recent(keys, 1);
    return keys.map((key, index) => {
      const latest = recent[index]?.[0];
      return { ...key, lastExecution: latest && visibleBrief(latest, caller) };
    });
  }
}

const none: Omit<NamespaceCounts, 'namespace' | 'flows'> = { failed: 0, running: 0 };

function visibleTo(caller: Caller, { count, executions }: CountedExecutions): VisibleCount {
  return { count, executions: executions.map((brief) => visibleBrief(brief, caller)) };
}

function byName([one]: readonly [string, number], [other]: readonly [string, number]): number {
  return one < other ? -1 : 1;
}

/** The date in UTC some days ago. */
function dateOf(now: Date, daysAgo: number): string {
  return new Date(now.getTime() - daysAgo * dayMilliseconds).toISOString().slice(0, 10);
}

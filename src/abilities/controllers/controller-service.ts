import type { Caller } from '../../access/caller.ts';
import { isDown, type ControllerLook, type ControllerStates } from '../../engines/controllers/controller-states.ts';
import { isGeneral, type JenkinsController } from '../../engines/controllers/controller.ts';
import type { BullStartQueue } from '../../store/executions/redis/bull-start-queue.ts';
import type { RedisExecutionStore } from '../../store/executions/redis/redis-execution-store.ts';

/** `unknown` until a worker has looked at it. */
export type ControllerCondition = 'ok' | 'draining' | 'quieting' | 'down' | 'unknown';

export interface ControllerCounts {
  /** Executions that have been requested and do not wait. */
  readonly running: number;
  /** Those that have not ended, `running` among them. */
  readonly open: number;
  /** Of `open`, those that a worker starts next. */
  readonly queueDepth: number;
}

export interface ControllerReport
  extends
    ControllerCounts,
    Pick<JenkinsController, 'name' | 'namespaces' | 'workerGroups' | 'fallback' | 'isDraining' | 'maxBuilds'> {
  /** Undefined for callers who may read none of its namespaces. */
  readonly url?: string | undefined;
  readonly condition: ControllerCondition;
  readonly look?: ControllerLook | undefined;
}

// Two looks have failed, or the process that looks is gone.
const maxAge = 60_000;

/** How the controllers are (docs/how-to/use-several-controllers.md). */
export class ControllerService {
  readonly #deps;

  constructor(deps: {
    /** Empty if executions do not run on controllers. */
    readonly controllers: readonly JenkinsController[];
    readonly states: Pick<ControllerStates, 'looks'>;
    readonly store: Pick<RedisExecutionStore, 'countOn'>;
    readonly queue: Pick<BullStartQueue, 'depth'>;
  }) {
    this.#deps = deps;
  }

  /** @throws {AppError} `store-unavailable` */
  async list(caller: Caller): Promise<readonly ControllerReport[]> {
    const looks = await this.#deps.states.looks();
    const counts = await this.counts();
    return this.#deps.controllers.map((controller) => {
      const { name, workerGroups, fallback, isDraining, maxBuilds } = controller;
      const readable = controller.namespaces.filter((pattern) => caller.mayWithin('read', pattern));
      // Flows of any namespace can run on the general controller.
      const isUsed = readable.length > 0 || (isGeneral(controller) && caller.mayWithin('read', '*'));
      const maySee = isUsed || caller.may('read', '*');
      const look = looks.get(name);
      return {
        name,
        workerGroups,
        fallback,
        isDraining,
        maxBuilds,
        look,
        ...(counts.get(name) ?? { running: 0, open: 0, queueDepth: 0 }),
        namespaces: readable,
        url: maySee ? plain(controller.url) : undefined,
        condition: conditionOf(controller, look),
      };
    });
  }

  /** The counts by the names of controllers. @throws {AppError} `store-unavailable` */
  async counts(): Promise<ReadonlyMap<string, ControllerCounts>> {
    const { controllers, store, queue } = this.#deps;
    const names = controllers.map(({ name }) => name);
    const entries = names.map(async (name) => {
      const others = names.filter((other) => other !== name);
      const [{ open, followed }, queueDepth] = await Promise.all([store.countOn(name, others), queue.depth(name)]);
      return [name, { running: followed, open, queueDepth }] as const;
    });
    return new Map(await Promise.all(entries));
  }

  /** The conditions by the names of controllers. @throws {AppError} `store-unavailable` */
  async conditions(): Promise<ReadonlyMap<string, ControllerCondition>> {
    const looks = await this.#deps.states.looks();
    return new Map(
      this.#deps.controllers.map((controller) => [
        controller.name,
        conditionOf(controller, looks.get(controller.name)),
      ]),
    );
  }
}

function conditionOf({ isDraining }: JenkinsController, look: ControllerLook | undefined): ControllerCondition {
  if (look === undefined || Date.now() - Date.parse(look.at) > maxAge) return 'unknown';
  if (isDown(look)) return 'down';
  if (isDraining === true) return 'draining';
  return look.isQuietingDown === true ? 'quieting' : 'ok';
}

/** An address without credentials. */
function plain(address: string): string {
  const { origin, pathname } = new URL(address);
  return `${origin}${pathname}`;
}

import { timeoutSignal } from '../../../base/timers/timers.ts';
import { controllerPool } from '../../controllers/controller.ts';
import { JenkinsError } from '../client/jenkins-error.ts';
import type { JenkinsParts } from '../jenkins-parts.ts';

type Deps = Pick<JenkinsParts, 'controller' | 'gateway' | 'identity' | 'states' | 'pools' | 'queue' | 'pace' | 'now'>;

const maxLook = 3_000;
const noLimit = 1_000_000_000;

/** Notes for all processes whether a controller can be used. */
export class ControllerWatch {
  readonly #deps: Deps;
  #failingSince: string | undefined;

  constructor(deps: Deps) {
    this.#deps = deps;
  }

  /** Applies the limit of the file to executions that were accepted with another one. @throws {AppError} `store-unavailable` */
  async keepLimit(): Promise<void> {
    const { controller, pools, queue } = this.#deps;
    const pool = controllerPool(controller.name);
    const size = (await pools.sizes()).get(pool);
    const limit = controller.maxBuilds ?? noLimit;
    if (size === undefined || size === limit) return;
    for (const id of await pools.resize(pool, limit)) await queue.add(id);
  }

  /** Milliseconds until the next look. */
  get pause(): number {
    const { up, failing } = this.#deps.pace.look;
    return this.#failingSince === undefined ? up : failing;
  }

  /** @throws {AppError} `store-unavailable` */
  async look(): Promise<void> {
    const { controller, gateway, identity, states, now } = this.#deps;
    const signal = timeoutSignal(maxLook);
    try {
      const { version, isQuietingDown, executors } = await gateway.status({ signal });
      await identity.confirmed();
      this.#failingSince = undefined;
      await states.noteLook(controller.name, { at: now().toISOString(), version, isQuietingDown, executors });
    } catch (error) {
      if (!(error instanceof JenkinsError)) throw error;
      const at = now().toISOString();
      this.#failingSince ??= (await states.looks()).get(controller.name)?.failingSince ?? at;
      const isSilent = error.kind === 'cancelled' || error.kind === 'timeout';
      const reason = isSilent ? 'Jenkins did not answer in time.' : error.message;
      await states.noteLook(controller.name, { at, reason, failingSince: this.#failingSince, isSilent });
    }
  }
}

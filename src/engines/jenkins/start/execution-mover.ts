import { AppError, isStoreFailure } from '../../../base/problem/app-error.ts';
import { isUntouched } from '../../../lifecycle/decide.ts';
import type { ExecutionRecord } from '../../../lifecycle/execution-record.ts';
import { SealError } from '../../../store/executions/secret-vault.ts';
import { flowLease, leaseMilliseconds, type Lease } from '../../../store/leases/lease.ts';
import { isDown } from '../../controllers/controller-states.ts';
import { controllerClaims, controllerPool, type JenkinsController } from '../../controllers/controller.ts';
import type { BuildPlan } from '../builds/build-plan.ts';
import type { JenkinsParts } from '../jenkins-parts.ts';

export type ExecutionMoverDeps = Pick<
  JenkinsParts,
  'controller' | 'fallback' | 'states' | 'life' | 'store' | 'pools' | 'leases' | 'now'
> & {
  /** @throws {AppError} with the reason if the flow can no longer be run; `store-unavailable` */
  readonly plan: (record: ExecutionRecord) => Promise<BuildPlan>;
};

// One round plans each of them.
const maxMoved = 100;

/** Moves executions to the fallback of a controller that is down, if nothing was asked of it. */
export class ExecutionMover {
  readonly #deps: ExecutionMoverDeps;

  constructor(deps: ExecutionMoverDeps) {
    this.#deps = deps;
  }

  /** @param fence the lease of the flow @returns whether it was moved @throws {AppError} `store-unavailable` */
  async move(record: ExecutionRecord, plan: BuildPlan, fence: Lease): Promise<boolean> {
    const fallback = isUntouched(record) ? await this.#usableFallback() : undefined;
    if (fallback === undefined || !usesOnly(fallback, record, plan)) return false;
    const claims = controllerClaims(fallback);
    const to = { controller: fallback.name, insteadOf: this.#deps.controller.name, claims };
    return (await this.#deps.life.send(record, { name: 'moved', ...to }, fence)).isApplied;
  }

  /** Moves those that the limit of the controller holds up. @throws {AppError} `store-unavailable` */
  async moveHeld(): Promise<void> {
    const { controller, pools, store, leases, plan } = this.#deps;
    if ((await this.#usableFallback()) === undefined) return;
    const { heldUp } = await pools.executions(controllerPool(controller.name), maxMoved);
    for (const { id } of heldUp) {
      const record = await store.read(id);
      if (record?.phase !== 'held' || !isUntouched(record)) continue;
      const lease = await leases.acquire(flowLease(record.flow, controller.name), leaseMilliseconds);
      if (lease === undefined) continue;
      try {
        await this.move(record, await plan(record), lease);
      } catch (error) {
        // Its own start says why the flow can no longer be run.
        const isOfExecution = error instanceof SealError || (error instanceof AppError && !isStoreFailure(error));
        if (!isOfExecution) throw error;
      } finally {
        await lease.release();
      }
    }
  }

  async #usableFallback(): Promise<JenkinsController | undefined> {
    const { controller, fallback, states } = this.#deps;
    if (fallback === undefined || fallback.isDraining === true) return undefined;
    const looks = await states.looks();
    return isDown(looks.get(controller.name)) && !isDown(looks.get(fallback.name)) ? fallback : undefined;
  }
}

/** Whether the namespace may use the credentials that an execution names also on another controller. */
function usesOnly({ credentials }: JenkinsController, { flow }: ExecutionRecord, { secrets }: BuildPlan): boolean {
  return secrets.every(
    (secret) => !('credential' in secret) || credentials.includes(`${flow.namespace}/${secret.credential}`),
  );
}

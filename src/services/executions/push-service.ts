import type { Caller } from '../../access/caller.ts';
import type { FlowPusher } from '../../engines/jenkins/trigger/flow-pusher.ts';
import type { FlowKey } from '../../language/flow/flow-key.ts';
import type { PushResult } from '../../engines/jenkins/client/jenkins-gateway.ts';
import type { FlowService } from '../flows/flow-service.ts';
import type { FlowBuildPlanner } from './flow-build-planner.ts';
import { jenkinsNotConfigured } from './execution-errors.ts';

export interface PushServiceDeps {
  readonly flows: FlowService;
  readonly planner: FlowBuildPlanner;
  /** Absent if Jenkins is not configured. */
  readonly pusher?: FlowPusher;
}

/** Pushes the jobs of flows to Jenkins before the first run (docs/reference/jenkins.md). */
export class PushService {
  readonly #deps: PushServiceDeps;

  constructor(deps: PushServiceDeps) {
    this.#deps = deps;
  }

  /**
   * Creates or updates the job of a flow without running it.
   * @param revision the latest one by default
   * @throws {AppError} as FlowService.read; forbidden, jenkins-not-configured, jenkins-unavailable, flow-invalid
   */
  async push(key: FlowKey, caller: Caller, revision?: number): Promise<PushResult & { readonly revision: number }> {
    const { flows, planner, pusher } = this.#deps;
    if (pusher === undefined) throw jenkinsNotConfigured();
    const { source, entry } = await flows.stored(key, revision);
    const { job } = await planner.job(source, entry.revision, { caller });
    return { ...(await pusher.push(job)), revision: entry.revision };
  }
}

import { setTimeout as sleep } from 'node:timers/promises';
import { flowLease, keepLease, leaseMilliseconds, type Lease, type Leases } from '../../../execution/record/lease.ts';
import type { PushedJobs } from '../../../execution/record/pushed-jobs.ts';
import { AppError } from '../../../problem/app-error.ts';
import { JenkinsError } from '../client/jenkins-error.ts';
import type { JenkinsGateway, JenkinsJob, PushResult } from '../client/jenkins-gateway.ts';

const maxWait = 15_000;

export interface FlowPusherDeps {
  readonly gateway: JenkinsGateway;
  readonly leases: Leases;
  readonly jobs: PushedJobs;
}

/** Creates or updates the job of a flow without running it. */
export class FlowPusher {
  readonly #deps: FlowPusherDeps;

  constructor(deps: FlowPusherDeps) {
    this.#deps = deps;
  }

  /** @throws {AppError} `jenkins-unavailable` with the reason */
  async push(job: JenkinsJob): Promise<PushResult> {
    const lease = await this.#turn(job);
    const kept = keepLease(lease);
    try {
      await this.#deps.jobs.forget(job.key);
      const pushed = await this.#deps.gateway.pushJob(job, { signal: kept.signal });
      await this.#deps.jobs.write(job.key, { url: pushed.url }, lease);
      return pushed;
    } catch (error) {
      if (!(error instanceof JenkinsError)) throw error;
      throw new AppError('jenkins-unavailable', `The job could not be pushed: ${error.message}`, {}, { cause: error });
    } finally {
      await kept.release();
    }
  }

  /** An execution that is about to start needs the job unchanged for a moment. */
  async #turn({ key }: JenkinsJob): Promise<Lease> {
    for (const start = performance.now(); performance.now() - start < maxWait; await sleep(100)) {
      const lease = await this.#deps.leases.acquire(flowLease(key), leaseMilliseconds);
      if (lease !== undefined) return lease;
    }
    throw new AppError(
      'jenkins-unavailable',
      'The job is in use because executions of the flow keep starting. Try again later.',
    );
  }
}

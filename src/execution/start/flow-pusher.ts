import { setTimeout as sleep } from 'node:timers/promises';
import { JenkinsError } from '../../jenkins/jenkins-error.ts';
import type { JenkinsGateway, JenkinsJob, PushedJob } from '../../jenkins/jenkins-gateway.ts';
import { AppError } from '../../problem/app-error.ts';
import { keepLease, type Lease, type Leases } from '../lease.ts';
import type { PushedJobs } from '../pushed-jobs.ts';
import { leaseOfFlow } from './execution-trigger.ts';

export type PushReport = PushedJob;

const leaseMilliseconds = 10_000;
const longestWait = 15_000;

/** Pushes jobs that are not run at once. */
export class FlowPusher {
  readonly #gateway: JenkinsGateway;
  readonly #leases: Leases;
  readonly #jobs: PushedJobs;

  constructor(collaborators: { readonly gateway: JenkinsGateway; readonly leases: Leases; readonly jobs: PushedJobs }) {
    this.#gateway = collaborators.gateway;
    this.#leases = collaborators.leases;
    this.#jobs = collaborators.jobs;
  }

  /** @throws {AppError} `jenkins-unavailable` with the reason */
  async push(job: JenkinsJob): Promise<PushReport> {
    const lease = await this.#turn(job);
    const kept = keepLease(lease, leaseMilliseconds);
    try {
      await this.#jobs.forget(job.key);
      const pushed = await this.#gateway.pushJob(job, { signal: kept.signal });
      await this.#jobs.write(job.key, { url: pushed.url }, { lease: lease.name, token: lease.token });
      return pushed;
    } catch (error) {
      if (!(error instanceof JenkinsError)) throw error;
      throw new AppError('jenkins-unavailable', `The job could not be pushed: ${error.message}`, {}, { cause: error });
    } finally {
      await kept.release();
    }
  }

  /** An execution that is about to start needs the job as it is, for a moment. */
  async #turn({ key }: JenkinsJob): Promise<Lease> {
    for (const start = performance.now(); performance.now() - start < longestWait; await sleep(100)) {
      const lease = await this.#leases.acquire(leaseOfFlow({ flow: key }), leaseMilliseconds);
      if (lease !== undefined) return lease;
    }
    throw new AppError('jenkins-unavailable', 'Executions of the flow are being started all the time; push it again in a while.');
  }
}

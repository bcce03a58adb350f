import type { JenkinsGateway } from '../../engine/jenkins/jenkins-gateway.ts';
import { flowLease, leaseMilliseconds, type Leases } from '../record/lease.ts';
import type { PushedJobs } from '../record/pushed-jobs.ts';

/** Disables the jobs of flows that were deleted (DESIGN 7). */
export class JobRetirement {
  readonly #gateway: JenkinsGateway;
  readonly #leases: Leases;
  readonly #jobs: PushedJobs;

  constructor({
    gateway,
    leases,
    jobs,
  }: {
    readonly gateway: JenkinsGateway;
    readonly leases: Leases;
    readonly jobs: PushedJobs;
  }) {
    this.#gateway = gateway;
    this.#leases = leases;
    this.#jobs = jobs;
  }

  /** Leaves a flow that is restored and run at this moment to the next time. @throws {JenkinsError} */
  async retire(): Promise<void> {
    for (const key of await this.#jobs.retiring()) {
      const lease = await this.#leases.acquire(flowLease(key), leaseMilliseconds);
      if (lease === undefined) continue;
      try {
        const job = await this.#jobs.read(key);
        if (job?.isRetired) await this.#gateway.disableJob(key);
        await this.#jobs.retired(key);
      } finally {
        await lease.release();
      }
    }
  }
}

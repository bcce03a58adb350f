import { createHash } from 'node:crypto';
import type { Lease } from '../../../execution/record/lease.ts';
import type { PushedJob, PushedJobs } from '../../../execution/record/pushed-jobs.ts';
import type { JenkinsGateway, JenkinsJob } from '../client/jenkins-gateway.ts';

export interface JobPusherDeps {
  readonly gateway: JenkinsGateway;
  readonly jobs: PushedJobs;
}

/** Keeps the jobs of flows up to date; the caller holds the lease of the flow. */
export class JobPusher {
  readonly #deps: JobPusherDeps;

  constructor(deps: JobPusherDeps) {
    this.#deps = deps;
  }

  /** Pushes a job unless it is already up to date. @throws {JenkinsError | AppError} */
  async ensure(job: JenkinsJob, lease: Lease, signal?: AbortSignal): Promise<PushedJob> {
    const digest = createHash('sha256').update(JSON.stringify(job)).digest('hex');
    const known = await this.#deps.jobs.read(job.key);
    if (known?.isRetired) {
      await this.#deps.gateway.enableJob(job.key, { signal });
      await this.#deps.jobs.revive(job.key);
    }
    return known?.digest === digest ? known : this.#push(job, digest, lease, signal);
  }

  async #push(job: JenkinsJob, digest: string, lease: Lease, signal: AbortSignal | undefined): Promise<PushedJob> {
    // During a push, and after a failed one, the job may contain either script.
    await this.#deps.jobs.forget(job.key);
    const { url } = await this.#deps.gateway.pushJob(job, { signal });
    await this.#deps.jobs.write(job.key, { digest, url }, lease);
    return { digest, url };
  }
}

import { createHash } from 'node:crypto';
import { AppError } from '../../../base/problem/app-error.ts';
import { sleep } from '../../../base/timers/timers.ts';
import { flowLease, keepLease, leaseMilliseconds, type Lease } from '../../../store/leases/lease.ts';
import type { PushResult } from '../../engine.ts';
import { JenkinsError } from '../client/jenkins-error.ts';
import type { JenkinsJob } from '../client/jenkins-gateway.ts';
import type { JenkinsParts } from '../jenkins-parts.ts';

const maxWait = 15_000;

type Deps = Pick<JenkinsParts, 'gateway' | 'controller' | 'leases' | 'jobs'>;

/** Keeps the jobs of flows up to date. */
export class JobPusher {
  readonly #deps: Deps;

  constructor(deps: Deps) {
    this.#deps = deps;
  }

  /**
   * Pushes a job unless it is already up to date; the caller holds the lease of the flow.
   * @throws {JenkinsError | AppError}
   */
  async ensure(job: JenkinsJob, lease: Lease, signal: AbortSignal): Promise<void> {
    const { gateway, jobs } = this.#deps;
    const digest = createHash('sha256').update(JSON.stringify(job)).digest('hex');
    const known = await jobs.read(job.key);
    if (known?.isRetired) {
      await gateway.enableJob(job.key, { signal });
      await jobs.revive(job.key);
    }
    if (known?.digest !== digest) await this.#push(job, digest, lease, signal);
  }

  /** Creates or updates a job without running it. @throws {AppError} `jenkins-unavailable` with the reason */
  async push(job: JenkinsJob): Promise<PushResult> {
    const lease = await this.#turn(job);
    const kept = keepLease(lease);
    try {
      return await this.#push(job, undefined, lease, kept.signal);
    } catch (error) {
      if (!(error instanceof JenkinsError)) throw error;
      throw new AppError('jenkins-unavailable', `The job could not be pushed: ${error.message}`, {}, { cause: error });
    } finally {
      await kept.release();
    }
  }

  /** @param digest undefined makes the next execution push the job again */
  async #push(job: JenkinsJob, digest: string | undefined, lease: Lease, signal: AbortSignal): Promise<PushResult> {
    const { gateway, jobs } = this.#deps;
    // During a push, and after a failed one, the job may contain either script.
    await jobs.forget(job.key);
    const pushed = await gateway.pushJob(job, { signal });
    await jobs.write(job.key, { url: pushed.url, ...(digest !== undefined && { digest }) }, lease);
    return pushed;
  }

  /** An execution that is about to start needs the job unchanged for a moment. */
  async #turn({ key }: JenkinsJob): Promise<Lease> {
    for (const start = performance.now(); performance.now() - start < maxWait; await sleep(100)) {
      const lease = await this.#deps.leases.acquire(flowLease(key, this.#deps.controller.name), leaseMilliseconds);
      if (lease !== undefined) return lease;
    }
    throw new AppError(
      'jenkins-unavailable',
      'The job is in use because executions of the flow keep starting. Try again later.',
    );
  }
}

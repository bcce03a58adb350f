import { flowName } from '../../language/flow/flow-key.ts';
import { isFinal } from '../../lifecycle/execution-state.ts';
import { flowLease, leaseMilliseconds } from '../../store/leases/lease.ts';
import { credentialPrefix, executionOfCredential } from './builds/build-credentials.ts';
import type { JenkinsParts } from './jenkins-parts.ts';

type Deps = Pick<JenkinsParts, 'gateway' | 'controller' | 'store' | 'leases' | 'jobs'>;

/** Removes what flows and executions leave behind in Jenkins. Each step can safely run twice. */
export class JenkinsUpkeep {
  readonly #deps: Deps;

  constructor(deps: Deps) {
    this.#deps = deps;
  }

  /**
   * Disables the jobs of deleted flows (docs/reference/api.md). A flow that is being restored and run at the same time
   * is skipped until the next round.
   * @throws {JenkinsError}
   */
  async disableRetiredJobs(): Promise<void> {
    const { gateway, controller, leases, jobs } = this.#deps;
    for (const key of await jobs.retiring()) {
      const lease = await leases.acquire(flowLease(key, controller.name), leaseMilliseconds);
      if (lease === undefined) continue;
      try {
        const job = await jobs.read(key);
        if (job?.isRetired) await gateway.disableJob(key);
        await jobs.retired(key);
      } finally {
        await lease.release();
      }
    }
  }

  /**
   * Forgets the jobs of purged flows that no longer exist in Jenkins. Those that do are remembered, because Flowgate may
   * enable a job only if it has disabled it.
   * @throws {JenkinsError | AppError}
   */
  async forgetRemovedJobs(): Promise<void> {
    const { gateway, jobs } = this.#deps;
    const existing = new Set((await gateway.listJobs()).map(({ key }) => flowName(key)));
    for await (const flow of jobs.all()) if (!existing.has(flowName(flow))) await jobs.drop(flow);
  }

  /**
   * Removes the credentials of ended executions from Jenkins if the process responsible for that died
   * (docs/explanation/secrets.md). Credentials that Flowgate did not create are not touched.
   * @throws {JenkinsError}
   */
  async sweepCredentials(): Promise<void> {
    const { gateway, store } = this.#deps;
    for (const { namespace, id } of await gateway.listSecrets(credentialPrefix)) {
      const executionId = executionOfCredential(id);
      if (executionId === undefined) continue;
      const record = await store.read(executionId);
      if (record === undefined || isFinal(record.state)) await gateway.deleteSecret(namespace, id);
    }
  }
}

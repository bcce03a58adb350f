import type { JenkinsGateway } from '../engine/jenkins/jenkins-gateway.ts';
import { credentialPrefix, executionOfCredential } from './builds/build-plan.ts';
import { isFinal } from './record/execution-state.ts';
import type { ExecutionStore } from './record/execution-store.ts';
import { flowLease, leaseMilliseconds, type Leases } from './record/lease.ts';
import type { PushedJobs } from './record/pushed-jobs.ts';

export interface ExecutionUpkeepDeps {
  readonly gateway: JenkinsGateway;
  readonly store: ExecutionStore;
  readonly leases: Leases;
  readonly jobs: PushedJobs;
  readonly now: () => Date;
}

const dayMilliseconds = 24 * 60 * 60 * 1000;
const pageSize = 200;

/** Removes what flows and executions leave behind. Each step can safely run twice. */
export class ExecutionUpkeep {
  readonly #deps: ExecutionUpkeepDeps;

  constructor(deps: ExecutionUpkeepDeps) {
    this.#deps = deps;
  }

  /**
   * Disables the jobs of deleted flows (docs/reference/api.md). A flow that is being restored and run at the same time
   * is skipped until the next round.
   * @throws {JenkinsError}
   */
  async disableRetiredJobs(): Promise<void> {
    const { gateway, leases, jobs } = this.#deps;
    for (const key of await jobs.retiring()) {
      const lease = await leases.acquire(flowLease(key), leaseMilliseconds);
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

  /** Removes ended executions that were accepted more than this many days ago; none for 0 days. */
  async removeOldExecutions(days: number): Promise<void> {
    const { store, now } = this.#deps;
    if (days === 0) return;
    const to = new Date(now().getTime() - days * dayMilliseconds);
    let after: string | undefined;
    do {
      const page = await store.list({ states: [], labels: [], to, after, limit: pageSize });
      for (const { id, state } of page.executions) if (isFinal(state)) await store.remove(id);
      after = page.next;
    } while (after !== undefined);
  }
}

import type { JenkinsGateway } from '../jenkins/jenkins-gateway.ts';
import type { ExecutionStore } from './execution-store.ts';
import type { Leases } from './lease.ts';
import type { LogStore } from './log-store.ts';
import type { PushedJobs } from './pushed-jobs.ts';
import type { SecretVault } from './secret-vault.ts';
import type { TriggerQueue } from './trigger-queue.ts';

/** Everything outside this process that executions need. */
export interface ExecutionPorts {
  readonly store: ExecutionStore;
  readonly queue: TriggerQueue;
  readonly leases: Leases;
  readonly jobs: PushedJobs;
  readonly logs: LogStore;
  readonly vault: SecretVault;
  /** Absent where no Jenkins is configured. */
  readonly gateway?: JenkinsGateway;
  /** What a namespace may name in place of a secret, `<namespace>/<credential id>`. */
  readonly credentials: readonly string[];
}

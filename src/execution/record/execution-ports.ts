import type { JenkinsGateway } from '../../engines/jenkins/client/jenkins-gateway.ts';
import type { CallBudget } from '../../engines/jenkins/call-budget.ts';
import type { ExecutionStore } from './execution-store.ts';
import type { Leases } from './lease.ts';
import type { LogStore } from './log-store.ts';
import type { PushedJobs } from './pushed-jobs.ts';
import type { SecretVault } from './secret-vault.ts';
import type { TriggerQueue } from './trigger-queue.ts';

/** Everything outside this process that executions depend on. */
export interface ExecutionPorts {
  readonly store: ExecutionStore;
  readonly queue: TriggerQueue;
  readonly leases: Leases;
  readonly jobs: PushedJobs;
  readonly logs: LogStore;
  /** Absent without a key: nothing can be sealed, and executions that need it are rejected. */
  readonly vault?: SecretVault;
  /** Absent if Jenkins is not configured. */
  readonly gateway?: JenkinsGateway;
  /** Limits the repeated Jenkins calls of this process. */
  readonly calls: CallBudget;
  /** Of a longer log only the beginning and the end are stored; 32 MiB by default. */
  readonly maxLogBytes?: number;
  /** Of all artifacts of an execution on this machine; unlimited if absent. */
  readonly maxArtifactBytes?: number;
  /** The credentials that a namespace may use as secrets, `<namespace>/<credential id>`. */
  readonly credentials: readonly string[];
}

/** Also includes what is needed to run executions. */
export interface WorkingPorts extends ExecutionPorts {
  readonly gateway: JenkinsGateway;
  readonly vault: SecretVault;
}

/** @returns undefined if executions cannot run */
export function workingPorts(ports: ExecutionPorts): WorkingPorts | undefined {
  const { gateway, vault } = ports;
  return gateway && vault && { ...ports, gateway, vault };
}

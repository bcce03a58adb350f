import type { JenkinsGateway } from '../../engine/jenkins/jenkins-gateway.ts';
import type { CallBudget } from '../call-budget.ts';
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
  /** Absent without a key: nothing is sealed then, and no execution takes what would have to be. */
  readonly vault?: SecretVault;
  /** Absent where no Jenkins is configured. */
  readonly gateway?: JenkinsGateway;
  /** Of the calls of Jenkins that this process makes again and again. */
  readonly calls: CallBudget;
  /** What a namespace may name in place of a secret, `<namespace>/<credential id>`. */
  readonly credentials: readonly string[];
}

/** What it takes to run them, too. */
export interface WorkingPorts extends ExecutionPorts {
  readonly gateway: JenkinsGateway;
  readonly vault: SecretVault;
}

/** @returns undefined where nothing can run */
export function workingPorts(ports: ExecutionPorts): WorkingPorts | undefined {
  const { gateway, vault } = ports;
  return gateway && vault && { ...ports, gateway, vault };
}

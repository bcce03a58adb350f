import type { ArtifactFolder } from '../artifacts/artifact-folder.ts';
import type { ExecutionStore } from './execution-store.ts';
import type { Leases } from './lease.ts';
import type { LogStore } from './log-store.ts';
import type { PoolStore } from './pool-store.ts';
import type { SecretVault } from './secret-vault.ts';
import type { TriggerQueue } from './trigger-queue.ts';

/** Everything outside this process that executions depend on, whichever engine runs them. */
export interface ExecutionPorts {
  readonly store: ExecutionStore;
  readonly pools: PoolStore;
  readonly queue: TriggerQueue;
  readonly leases: Leases;
  readonly logs: LogStore;
  readonly artifacts: ArtifactFolder;
  /** Absent without a key: nothing can be sealed, and executions that need it are rejected. */
  readonly vault?: SecretVault;
  /** The limit of a log, 32 MiB by default; of a longer one, only the beginning and the end are stored. */
  readonly maxLogBytes?: number;
  /** The limit of all artifacts of an execution on this machine; unlimited if absent. */
  readonly maxArtifactBytes?: number;
}

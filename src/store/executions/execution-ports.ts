import type { ArchiveIndex } from './archive/archive-index.ts';
import type { ArchiveMarks } from './archive/archive-marks.ts';
import type { ArchiveReader } from './archive/archive-reader.ts';
import type { ArchiveSeal } from './archive/archive-seal.ts';
import type { OwnArchive } from './archive/own-archive.ts';
import type { ArtifactFolder } from './artifacts/artifact-folder.ts';
import type { ExecutionLife } from './execution-life.ts';
import type { ChildStore } from './record/child-store.ts';
import type { ExecutionStore } from './record/execution-store.ts';
import type { Leases } from './record/lease.ts';
import type { LogStore } from './record/log-store.ts';
import type { PoolStore } from './record/pool-store.ts';
import type { RetentionRules } from './record/retention-rules.ts';
import type { SecretVault } from './record/secret-vault.ts';
import type { TriggerQueue } from './record/trigger-queue.ts';

/** Everything outside this process that executions depend on, whichever engine runs them. */
export interface ExecutionPorts extends EnginePorts {
  readonly children: ChildStore;
}

/** The part that engines use. */
export interface EnginePorts {
  /** Creates and changes executions. */
  readonly life: ExecutionLife;
  /** Also reads archived executions, as `logs` does. */
  readonly store: ExecutionStore;
  readonly pools: PoolStore;
  readonly queue: TriggerQueue;
  readonly leases: Leases;
  readonly logs: LogStore;
  readonly artifacts: ArtifactFolder;
  readonly marks: ArchiveMarks;
  /** Without archived executions. */
  readonly stored: { readonly store: ExecutionStore; readonly logs: LogStore };
  /** Undefined if nothing is archived. */
  readonly archive?: OpenArchive | undefined;
  /** Absent without a key: nothing can be sealed, and executions that need it are rejected. */
  readonly vault?: SecretVault;
  /** The limit of a log, 32 MiB by default; of a longer one, only the beginning and the end are stored. */
  readonly maxLogBytes?: number;
  /** The limit of all artifacts of an execution on this machine; unlimited if absent. */
  readonly maxArtifactBytes?: number;
}

/** The archive of ended executions, and what finds them there. */
export interface OpenArchive {
  readonly archive: OwnArchive;
  readonly seal: ArchiveSeal;
  readonly index: ArchiveIndex;
  readonly reader: ArchiveReader;
  /** How long archived executions are kept. */
  readonly rules: RetentionRules;
  /** What ended before this time is archived. */
  dueTime(now: Date): Date;
}

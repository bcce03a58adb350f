import type { RedisLeases } from '../leases/redis-leases.ts';
import type { ArchiveIndex } from './archive/archive-index.ts';
import type { ArchiveReader } from './archive/archive-reader.ts';
import type { ArchiveSeal } from './archive/archive-seal.ts';
import type { OwnArchive } from './archive/own-archive.ts';
import type { ArtifactFolder } from './artifacts/artifact-folder.ts';
import type { ExecutionLife } from './execution-life.ts';
import type { RetentionRules } from './record/retention-rules.ts';
import type { BullStartQueue } from './redis/bull-start-queue.ts';
import type { RedisArchiveMarks } from './redis/redis-archive-marks.ts';
import type { RedisChildStore } from './redis/redis-child-store.ts';
import type { RedisExecutionStore } from './redis/redis-execution-store.ts';
import type { RedisLogStore } from './redis/redis-log-store.ts';
import type { RedisPools } from './redis/redis-pools.ts';
import type { SecretVault } from './secret-vault.ts';

/** Everything outside this process that executions depend on, whichever engine runs them. */
export interface ExecutionPorts extends EnginePorts {
  readonly children: RedisChildStore;
  readonly queue: BullStartQueue;
}

/** The part that engines use. */
export interface EnginePorts {
  /** Creates and changes executions. */
  readonly life: ExecutionLife;
  /** Also reads archived executions, as `logs` does. */
  readonly store: RedisExecutionStore;
  readonly pools: RedisPools;
  readonly queue: Pick<BullStartQueue, 'add'>;
  readonly leases: RedisLeases;
  readonly logs: RedisLogStore;
  readonly artifacts: ArtifactFolder;
  readonly marks: RedisArchiveMarks;
  /** Without archived executions. */
  readonly stored: { readonly store: RedisExecutionStore; readonly logs: RedisLogStore };
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

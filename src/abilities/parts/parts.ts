import type { Logger } from 'pino';
import type { Configuration } from '../../base/config/configuration.ts';
import type { Tracing } from '../../base/telemetry/tracing.ts';
import type { ConfiguredEngines } from '../../engines/configured-engines.ts';
import type { ControllerStates } from '../../engines/controllers/controller-states.ts';
import type { JenkinsController } from '../../engines/controllers/controller.ts';
import type { CompositionLimits, PlanSettings } from '../../language/execution-plan/plan-options.ts';
import type { BoundedRunner } from '../../language/safe-patterns/bounded-runner.ts';
import type { TaskRegistry } from '../../language/task-types/task-registry.ts';
import type { RedisAuditTrail } from '../../store/audit/redis-audit-trail.ts';
import type { ArchiveObserver } from '../../store/executions/archive/archiver.ts';
import type { ExecutionPorts } from '../../store/executions/execution-ports.ts';
import type { LockFile } from '../../store/executions/locks/lock-file.ts';
import type { FileContents } from '../../store/files/file-contents.ts';
import type { RedisUploadRegister } from '../../store/files/redis-upload-register.ts';
import type { UploadRooms } from '../../store/files/upload-room.ts';
import type { RedisPresetStore } from '../../store/presets/redis-preset-store.ts';
import type { RedisConnection } from '../../store/redis/connect-redis.ts';
import type { MemoryUse } from '../../store/redis/redis-memory.ts';
import type { StorageGuard } from '../../store/redis/storage-guard.ts';
import type { RedisRevisionStore } from '../../store/revisions/redis-revision-store.ts';
import type { SecretReader } from '../../store/secret-providers/secret-reader.ts';
import type { SealedValues } from '../../store/secrets/sealed-values.ts';
import type { BullScheduleQueue } from '../../store/triggers/bull-schedule-queue.ts';
import type { RedisSkippedTicks } from '../../store/triggers/redis-skipped-ticks.ts';
import type { WebhookKeys } from '../../store/triggers/webhook-keys.ts';
import type { FlowLanguage } from '../documents/flow-language.ts';

/** What a process has opened before its abilities. */
export interface Parts {
  readonly settings: AbilitySettings;
  readonly redis: RedisConnection;
  readonly revisions: RedisRevisionStore;
  readonly ports: ExecutionPorts;
  readonly triggers: TriggerPorts;
  readonly files: FilePorts;
  readonly audit: RedisAuditTrail;
  readonly taskTypes: TaskRegistry;
  readonly planSettings: PlanSettings;
  /** Runs the patterns of flow authors. */
  readonly patterns: BoundedRunner;
  readonly language: FlowLanguage;
  readonly engines: ConfiguredEngines;
  /** The controllers that run executions. */
  readonly controllers: readonly JenkinsController[];
  readonly states: ControllerStates;
  /** What references namespaces may use; without it, none. */
  readonly secrets?: Pick<SecretReader, 'rejection'>;
  /** The operator's locks. */
  readonly locks: LockFile;
  /** Undefined when tracing is disabled. */
  readonly tracing?: Tracing | undefined;
  /** Checked before each change that a caller or a schedule makes. */
  readonly space?: StorageGuard | undefined;
  /** The memory of the store. */
  readonly memory?: { use(): Promise<MemoryUse | undefined> } | undefined;
  readonly observe?: Observe | undefined;
  readonly logger: Logger;
  /** Called with each error of what is done in the background, and later again. */
  readonly report: (error: unknown, what: string) => void;
  readonly now: () => Date;
}

/** The settings that abilities read. */
type AbilitySettings = Pick<
  Configuration,
  | 'agentUrl'
  | 'archive'
  | 'dataFolder'
  | 'deletedFlowDays'
  | 'eventReceivers'
  | 'logFolder'
  | 'namespaceRetentionDays'
  | 'policyFile'
  | 'publicUrl'
  | 'retentionBytes'
  | 'retentionDays'
  | 'revisionsPerFlow'
  | 'tokenDays'
> & {
  readonly limits: Partial<CompositionLimits> & {
    readonly uploadBytes: number;
    readonly importDocuments: number;
    /** Max pending executions of a flow. */ readonly pending: number;
  };
};

/** What files need from the disk and from Redis. */
export interface FilePorts {
  readonly contents: FileContents;
  readonly uploads: RedisUploadRegister;
  readonly rooms: UploadRooms;
}

/** What triggers need from the store. */
export interface TriggerPorts {
  readonly schedules: BullScheduleQueue;
  readonly skippedTicks: RedisSkippedTicks;
  readonly presets: RedisPresetStore;
  readonly webhookKeys: WebhookKeys;
  readonly sealedValues: SealedValues;
}

/** The data that is removed because of its age or amount. */
type Removed = 'execution' | 'revision' | 'flow';

/** Called with what metrics count. */
interface Observe {
  readonly delivery: (outcome: 'delivered' | 'retried' | 'failed') => void;
  readonly removal: (removed: Removed, count: number) => void;
  /** With the bytes of the logs and artifacts of all executions. */
  readonly retainedBytes: (bytes: number) => void;
  readonly archive: ArchiveObserver;
}

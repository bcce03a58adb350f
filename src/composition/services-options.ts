import type { FileServiceDeps } from '../abilities/files/file-service.ts';
import type { FlowLanguage } from '../abilities/language/flow-language.ts';
import type { ReceiverPorts } from '../abilities/notify/receiver-service.ts';
import type { Services } from '../abilities/services.ts';
import type { Tracing } from '../base/telemetry/tracing.ts';
import type { ConfiguredEngines } from '../engines/configured-engines.ts';
import type { ControllerStates } from '../engines/controllers/controller-states.ts';
import type { JenkinsController } from '../engines/controllers/controller.ts';
import type { CompositionLimits, PlanSettings } from '../language/execution-plan/plan-options.ts';
import type { BoundedRunner } from '../language/safe-patterns/bounded-runner.ts';
import type { TaskRegistry } from '../language/task-types/task-registry.ts';
import type { RedisAuditTrail } from '../store/audit/redis-audit-trail.ts';
import type { ExecutionPorts } from '../store/executions/execution-ports.ts';
import type { LockFile } from '../store/executions/locks/lock-file.ts';
import type { RedisPresetStore } from '../store/presets/redis-preset-store.ts';
import type { StorageGuard } from '../store/redis/storage-guard.ts';
import type { RedisRevisionStore } from '../store/revisions/redis-revision-store.ts';
import type { SecretReader } from '../store/secret-providers/secret-reader.ts';
import type { SealedValues } from '../store/secrets/sealed-values.ts';
import type { RedisTokenStore } from '../store/tokens/redis-token-store.ts';
import type { BullScheduleQueue } from '../store/triggers/bull-schedule-queue.ts';
import type { RedisSkippedTicks } from '../store/triggers/redis-skipped-ticks.ts';
import type { WebhookKeys } from '../store/triggers/webhook-keys.ts';

export interface ServicesOptions {
  readonly store: RedisRevisionStore;
  readonly taskTypes: TaskRegistry;
  readonly runner: BoundedRunner;
  readonly language: FlowLanguage;
  /** The URL at which agents reach Flowgate; without it, executions accept no files. */
  readonly agentUrl?: string;
  readonly limits: Partial<CompositionLimits> & {
    readonly uploadBytes: number;
    readonly importDocuments: number;
    /** Max pending executions of a flow. */ readonly pending?: number;
  };
  readonly executions: ExecutionPorts;
  readonly engines: ConfiguredEngines;
  /** The controllers that run executions. */
  readonly controllers?: readonly JenkinsController[];
  readonly states: ControllerStates;
  readonly planSettings: PlanSettings;
  readonly triggers: {
    readonly schedules: BullScheduleQueue;
    readonly skippedTicks: RedisSkippedTicks;
    readonly presets: RedisPresetStore;
    readonly webhookKeys: WebhookKeys;
    readonly sealedValues: SealedValues;
  };
  readonly files: Pick<FileServiceDeps, 'contents' | 'uploads' | 'rooms'>;
  readonly tokens: RedisTokenStore;
  /** Max days until an API token expires; 0 for no limit. */
  readonly tokenDays?: number;
  readonly audit: RedisAuditTrail;
  /** What references namespaces may use; without it, none. */
  readonly secrets?: Pick<SecretReader, 'rejection'>;
  /** Undefined when tracing is disabled. */
  readonly tracing?: Tracing;
  /** Checked before each change that a caller or a schedule makes. */
  readonly space?: StorageGuard;
  /** The memory of the store. */
  readonly memory?: Services['memory'];
  /** Undefined without declared receivers. */
  readonly receivers?: ReceiverPorts | undefined;
  /** The operator's locks; none by default. */
  readonly locks?: LockFile;
  /** Whether there is one decides what receivers of notifications learn. */
  readonly policyFile?: string;
  /** Called with each error of what is done in the background, and later again. */
  readonly report?: (error: unknown, what: string) => void;
  readonly now?: () => Date;
}

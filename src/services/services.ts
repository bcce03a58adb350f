import type { ConfiguredEngines } from '../engines/configured-engines.ts';
import type { ExecutionRemover } from '../execution/execution-remover.ts';
import type { TaskRegistry } from '../language/task-types/task-registry.ts';
import type { MemoryUse } from '../store/redis/redis-memory.ts';
import type { StorageGuard } from '../store/redis/storage-guard.ts';
import type { ScheduleKeeper } from '../store/triggers/schedule-keeper.ts';
import type { AuditService } from './audit-service.ts';
import type { ArtifactService } from './executions/artifact-service.ts';
import type { ExecutionFiles } from './executions/execution-files.ts';
import type { ExecutionService } from './executions/execution-service.ts';
import type { FileService } from './executions/file-service.ts';
import type { LogService } from './executions/log-service.ts';
import type { PushService } from './executions/push-service.ts';
import type { RestartService } from './executions/restart-service.ts';
import type { RunService } from './executions/run-service.ts';
import type { ExchangeService } from './flows/exchange-service.ts';
import type { FlowListService } from './flows/flow-list-service.ts';
import type { FlowService } from './flows/flow-service.ts';
import type { InputService } from './flows/input-service.ts';
import type { JenkinsfileService } from './flows/jenkinsfile-service.ts';
import type { AcceptedExecutions } from './preparation/accepted-executions.ts';
import type { FlowPreparation } from './preparation/flow-preparation.ts';
import type { FlowRetention } from './retention/flow-retention.ts';
import type { DependencyService } from './subflows/dependency-service.ts';
import type { SubflowService } from './subflows/subflow-service.ts';
import type { TokenService } from './tokens/token-service.ts';
import type { ScheduleService } from './triggers/schedule-service.ts';
import type { TriggerService } from './triggers/trigger-service.ts';
import type { WebhookService } from './triggers/webhook-service.ts';
import type { DecisionService } from './waits/decision-service.ts';
import type { WaitService } from './waits/wait-service.ts';

/** All services of Flowgate, for the interfaces that offer them. */
export interface Services {
  readonly flows: FlowService;
  readonly flowLists: FlowListService;
  readonly inputs: InputService;
  readonly subflows: SubflowService;
  readonly dependencies: DependencyService;
  readonly jenkinsfiles: JenkinsfileService;
  readonly exchange: ExchangeService;
  readonly executions: ExecutionService;
  readonly runs: RunService;
  readonly restarts: RestartService;
  readonly waits: WaitService;
  readonly decisions: DecisionService;
  readonly pushes: PushService;
  readonly preparation: FlowPreparation;
  readonly accepted: AcceptedExecutions;
  readonly engines: ConfiguredEngines;
  readonly triggers: TriggerService;
  readonly webhooks: WebhookService;
  readonly schedules: ScheduleService;
  readonly scheduleKeeper: ScheduleKeeper;
  readonly logs: LogService;
  readonly artifacts: ArtifactService;
  readonly files: FileService;
  readonly executionFiles: ExecutionFiles;
  readonly tokens: TokenService;
  readonly audit: AuditService;
  readonly retention: FlowRetention;
  readonly remover: ExecutionRemover;
  readonly taskTypes: TaskRegistry;
  /** Checked before each change. */
  readonly space?: StorageGuard;
  /** The memory of the store; undefined if it has no limit. */
  readonly memory?: { use(): Promise<MemoryUse | undefined> };
}

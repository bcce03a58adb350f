import type { AuditTrail } from '../store/audit/audit-trail.ts';
import { LiveLogs } from '../execution/builds/live-logs.ts';
import { workingPorts, type ExecutionPorts } from '../execution/record/execution-ports.ts';
import { FlowPusher } from '../execution/trigger/flow-pusher.ts';
import { BuildStopper } from '../execution/stop/build-stopper.ts';
import type { FilePorts } from '../store/files/file-ports.ts';
import type { SpaceGuard } from '../store/files/space-guard.ts';
import { inputSchema } from '../language/inputs/input-schema.ts';
import { validateInputs } from '../language/inputs/validate-inputs.ts';
import type { BoundedEngine } from '../language/patterns/bounded-engine.ts';
import { defaultCompositionLimits, type CompositionLimits } from '../jenkinsfile/compose-options.ts';
import type { RevisionStore } from '../store/revisions/revision-store.ts';
import type { TaskRegistry } from '../language/task-types/task-registry.ts';
import { ScheduleKeeper } from '../store/triggers/schedule-keeper.ts';
import type { TriggerPorts } from '../store/triggers/trigger-ports.ts';
import { AuditService } from './audit-service.ts';
import { ExchangeService } from './flows/exchange-service.ts';
import { ArtifactService } from './executions/artifact-service.ts';
import { ExecutionFiles } from './executions/execution-files.ts';
import { ExecutionInputs } from './executions/execution-inputs.ts';
import { ExecutionService } from './executions/execution-service.ts';
import { FileService } from './executions/file-service.ts';
import { FlowBuildPlanner } from './executions/flow-build-planner.ts';
import { LogService } from './executions/log-service.ts';
import { PushService } from './executions/push-service.ts';
import { defaultMaxPending, RunService } from './executions/run-service.ts';
import { FlowChecker } from './flows/flow-checker.ts';
import { FlowService } from './flows/flow-service.ts';
import { InputService } from './flows/input-service.ts';
import { JenkinsfileService } from './flows/jenkinsfile-service.ts';
import type { FlowLanguage } from './language/flow-language.ts';
import type { ValidateInputs } from './subflows/check-called-inputs.ts';
import { DependencyService } from './subflows/dependency-service.ts';
import { SubflowService } from './subflows/subflow-service.ts';
import { schedulesOf } from './triggers/flow-triggers.ts';
import { ScheduleService } from './triggers/schedule-service.ts';
import { TriggerService } from './triggers/trigger-service.ts';
import { WebhookService } from './triggers/webhook-service.ts';

/** Everything that Flowgate can do, for those who offer it to somebody. */
export interface Services {
  readonly flows: FlowService;
  readonly inputs: InputService;
  readonly subflows: SubflowService;
  readonly dependencies: DependencyService;
  readonly jenkinsfiles: JenkinsfileService;
  readonly exchange: ExchangeService;
  readonly executions: ExecutionService;
  readonly runs: RunService;
  readonly pushes: PushService;
  readonly planner: FlowBuildPlanner;
  readonly triggers: TriggerService;
  readonly webhooks: WebhookService;
  readonly schedules: ScheduleService;
  readonly scheduleKeeper: ScheduleKeeper;
  readonly logs: LogService;
  readonly artifacts: ArtifactService;
  readonly files: FileService;
  readonly executionFiles: ExecutionFiles;
  readonly audit: AuditService;
  readonly taskTypes: TaskRegistry;
  /** Absent where Flowgate keeps nothing itself. */
  readonly space?: SpaceGuard;
}

export interface ServicesOptions {
  readonly store: RevisionStore;
  readonly taskTypes: TaskRegistry;
  readonly engine: BoundedEngine;
  readonly language: FlowLanguage;
  /** Where workers reach Flowgate; executions take no files without it. */
  readonly publicUrl?: string;
  readonly limits: Partial<CompositionLimits> & {
    readonly uploadBytes: number;
    readonly importDocuments: number;
    /** Executions of a flow. */ readonly pending?: number;
  };
  readonly executions: ExecutionPorts;
  readonly triggers: TriggerPorts;
  readonly files: FilePorts;
  readonly audit: AuditTrail;
  /** Asked before each change that a caller or the clock wants; absent where Redis runs elsewhere. */
  readonly space?: SpaceGuard;
  readonly now?: () => Date;
}

// Some thousands of ordinary flows.
const cacheBytes = 64 * 1024 * 1024;

/** The one place where services are put together. */
export function buildServices(options: ServicesOptions): Services {
  const { store, taskTypes, engine, language, publicUrl, limits, executions: ports, triggers, files, space } = options;
  const now = options.now ?? (() => new Date());
  const checker = new FlowChecker(language, cacheBytes);
  const composition: CompositionLimits = { ...defaultCompositionLimits, ...limits };
  const validate: ValidateInputs = (inputs, values, owner) => validateInputs(inputs, values, { engine, owner });
  const subflows = new SubflowService({ store, checker, taskTypes, validate, limits: composition });
  const scheduleKeeper = new ScheduleKeeper({ store, queue: triggers.schedules });
  const flows = new FlowService({
    store,
    checker,
    subflows,
    language,
    now,
    onDeleted: async (key) => ports.gateway && ports.jobs.retire(key),
    // The flow is stored by now; a worker looks after schedules that were left behind.
    onStored: async (flow) => ports.gateway && scheduleKeeper.keep(flow, schedulesOf(flow)).catch(() => undefined),
  });
  const working = workingPorts(ports);
  const executionFiles = new ExecutionFiles({ ...ports, ...files, publicUrl });
  const planner = new FlowBuildPlanner({
    ...ports,
    files: executionFiles,
    checker,
    subflows,
    language,
  });
  const executions = new ExecutionService({ ...ports, stopper: working && new BuildStopper({ ...working, now }), now });
  const runs = new RunService({
    ...ports,
    flows,
    executions,
    planner,
    engine,
    inputs: new ExecutionInputs({ ...ports, ...files, validate }),
    files: executionFiles,
    maxPending: limits.pending ?? defaultMaxPending,
    now,
  });
  return {
    flows,
    taskTypes,
    space,
    inputs: new InputService({ flows, inputSchema, validate }),
    subflows,
    dependencies: new DependencyService({ flows, store, subflows }),
    jenkinsfiles: new JenkinsfileService({ flows, checker, subflows, language }),
    executions,
    planner,
    logs: new LogService({ executions, logs: ports.logs, live: working && new LiveLogs(working) }),
    artifacts: new ArtifactService(executions, ports.gateway),
    runs,
    pushes: new PushService({
      flows,
      planner,
      pusher: ports.gateway && new FlowPusher({ ...ports, gateway: ports.gateway }),
    }),
    files: new FileService({ ...files, flows, limit: limits.uploadBytes, now }),
    executionFiles,
    triggers: new TriggerService({
      flows,
      store: ports.store,
      schedules: triggers.schedules,
      skipped: triggers.skippedTicks,
      keys: triggers.webhookKeys,
      now,
    }),
    webhooks: new WebhookService({ flows, runs, keys: triggers.webhookKeys, engine, now }),
    schedules: new ScheduleService({
      flows,
      runs,
      engine,
      store: ports.store,
      skipped: triggers.skippedTicks,
      space,
      now,
    }),
    scheduleKeeper,
    audit: new AuditService(options.audit),
    exchange: new ExchangeService({ flows, checker, language, maxDocuments: limits.importDocuments }),
  };
}

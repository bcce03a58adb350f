import type { AuditTrail } from '../store/audit/audit-trail.ts';
import { LiveLogs } from '../execution/builds/live-logs.ts';
import { workingPorts, type ExecutionPorts } from '../execution/record/execution-ports.ts';
import { FlowPusher } from '../execution/trigger/flow-pusher.ts';
import { BuildStopper } from '../execution/stop/build-stopper.ts';
import type { SpaceGuard } from '../store/files/space-guard.ts';
import { inputSchema } from '../language/inputs/input-schema.ts';
import { validateInputs } from '../language/inputs/validate-inputs.ts';
import type { BoundedEngine } from '../language/patterns/bounded-engine.ts';
import { defaultCompositionLimits, type CompositionLimits } from '../plan/plan-options.ts';
import type { RevisionStore } from '../store/revisions/revision-store.ts';
import type { TaskRegistry } from '../language/task-types/task-registry.ts';
import type { ScheduleQueue } from '../store/triggers/schedule-queue.ts';
import type { SkippedTicks } from '../store/triggers/skipped-ticks.ts';
import type { WebhookKeys } from '../store/triggers/webhook-keys.ts';
import { ScheduleKeeper } from '../store/triggers/schedule-keeper.ts';
import type { Services } from '../services/services.ts';
import { AuditService } from '../services/audit-service.ts';
import { ExchangeService } from '../services/flows/exchange-service.ts';
import { ArtifactService } from '../services/executions/artifact-service.ts';
import { ExecutionFiles } from '../services/executions/execution-files.ts';
import { ExecutionInputs } from '../services/executions/execution-inputs.ts';
import { ExecutionService } from '../services/executions/execution-service.ts';
import { FileService, type FileServiceDeps } from '../services/executions/file-service.ts';
import { FlowBuildPlanner } from '../services/executions/flow-build-planner.ts';
import { LogService } from '../services/executions/log-service.ts';
import { PushService } from '../services/executions/push-service.ts';
import { defaultMaxPending, RunService } from '../services/executions/run-service.ts';
import { FlowChecker } from '../services/flows/flow-checker.ts';
import { FlowService } from '../services/flows/flow-service.ts';
import { InputService } from '../services/flows/input-service.ts';
import { JenkinsfileService } from '../services/flows/jenkinsfile-service.ts';
import type { FlowLanguage } from '../services/language/flow-language.ts';
import type { ValidateInputs } from '../services/subflows/check-called-inputs.ts';
import { DependencyService } from '../services/subflows/dependency-service.ts';
import { SubflowService } from '../services/subflows/subflow-service.ts';
import { schedulesOf } from '../services/triggers/flow-triggers.ts';
import { ScheduleService } from '../services/triggers/schedule-service.ts';
import { TriggerService } from '../services/triggers/trigger-service.ts';
import { WebhookService } from '../services/triggers/webhook-service.ts';

export interface ServicesOptions {
  readonly store: RevisionStore;
  readonly taskTypes: TaskRegistry;
  readonly engine: BoundedEngine;
  readonly language: FlowLanguage;
  /** The URL at which agents reach Flowgate; without it, executions accept no files. */
  readonly publicUrl?: string;
  readonly limits: Partial<CompositionLimits> & {
    readonly uploadBytes: number;
    readonly importDocuments: number;
    /** Max pending executions of a flow. */ readonly pending?: number;
  };
  readonly executions: ExecutionPorts;
  readonly triggers: {
    readonly schedules: ScheduleQueue;
    readonly skippedTicks: SkippedTicks;
    readonly webhookKeys: WebhookKeys;
  };
  readonly files: Pick<FileServiceDeps, 'contents' | 'uploads' | 'rooms'>;
  readonly audit: AuditTrail;
  /** Checked before each change that a caller or a schedule makes; absent if Flowgate does not run its own Redis. */
  readonly space?: SpaceGuard;
  readonly now?: () => Date;
}

// Enough for a few thousand ordinary flows.
const cacheBytes = 64 * 1024 * 1024;

/** The only place that builds the services. */
export function buildServices(options: ServicesOptions): Services {
  const { store, taskTypes, engine, language, publicUrl, limits, executions: ports, triggers, files, space } = options;
  const now = options.now ?? (() => new Date());
  const checker = new FlowChecker({ language, cacheBytes });
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
    // The flow is already stored; if this fails, a worker updates the schedules later.
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
    artifacts: new ArtifactService({ executions, gateway: ports.gateway }),
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

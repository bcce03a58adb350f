import { AuditService } from '../abilities/access/audit-service.ts';
import { TokenService } from '../abilities/access/token-service.ts';
import { ControllerService } from '../abilities/controllers/controller-service.ts';
import { ArtifactService } from '../abilities/files/artifact-service.ts';
import { ExecutionFiles } from '../abilities/files/execution-files.ts';
import { FileService } from '../abilities/files/file-service.ts';
import { KeptFiles } from '../abilities/files/kept-files.ts';
import { FlowChecker } from '../abilities/flows/check/flow-checker.ts';
import { DependencyService } from '../abilities/flows/dependency-service.ts';
import { ExchangeService } from '../abilities/flows/exchange-service.ts';
import { FlowService } from '../abilities/flows/flow-service.ts';
import { schedulesOf } from '../abilities/flows/flow-triggers.ts';
import { InputService } from '../abilities/flows/input-service.ts';
import { ExecutionInputs } from '../abilities/flows/inputs/execution-inputs.ts';
import { InputValidator } from '../abilities/flows/inputs/input-validator.ts';
import { JenkinsfileService } from '../abilities/flows/jenkinsfile-service.ts';
import { JobImportService } from '../abilities/flows/job-import-service.ts';
import { NamespaceService } from '../abilities/flows/namespace-service.ts';
import { FlowPreparation } from '../abilities/flows/preparation/flow-preparation.ts';
import type { ValidateInputs } from '../abilities/flows/subflows/check-called-inputs.ts';
import { StoredCallers } from '../abilities/flows/subflows/stored-callers.ts';
import { SubflowService } from '../abilities/flows/subflows/subflow-service.ts';
import { SwitchService } from '../abilities/flows/switch-service.ts';
import { FlowListService } from '../abilities/home/flow-list-service.ts';
import { HomeService } from '../abilities/home/home-service.ts';
import { FlowRetention } from '../abilities/keep/flow-retention.ts';
import { LockService } from '../abilities/locks/lock-service.ts';
import { ComparisonService } from '../abilities/logs/comparison-service.ts';
import { LogSearchService } from '../abilities/logs/log-search-service.ts';
import { LogService } from '../abilities/logs/log-service.ts';
import { NotifiedExecutions } from '../abilities/notify/notified-executions.ts';
import { ReceiverService } from '../abilities/notify/receiver-service.ts';
import { AcceptedExecutions } from '../abilities/records/accepted-executions.ts';
import { ExecutionService } from '../abilities/records/execution-service.ts';
import { defaultMaxPending, ExecutionAcceptor } from '../abilities/runs/accept/execution-acceptor.ts';
import { NewExecutions } from '../abilities/runs/accept/new-executions.ts';
import { DueWaits } from '../abilities/runs/children/due-waits.ts';
import { ExecutionStopper } from '../abilities/runs/children/execution-stopper.ts';
import { SeparateExecutions } from '../abilities/runs/children/separate-executions.ts';
import { StopService } from '../abilities/runs/children/stop-service.ts';
import { PushService } from '../abilities/runs/push-service.ts';
import { RestartService } from '../abilities/runs/restart-service.ts';
import { RunService } from '../abilities/runs/run-service.ts';
import type { Services } from '../abilities/services.ts';
import { BackfillService } from '../abilities/triggers/backfill-service.ts';
import { PresetService } from '../abilities/triggers/preset-service.ts';
import { ScheduleService } from '../abilities/triggers/schedule-service.ts';
import { ScheduleStarter } from '../abilities/triggers/schedule-starter.ts';
import { TriggerService } from '../abilities/triggers/trigger-service.ts';
import { WebhookService } from '../abilities/triggers/webhook-service.ts';
import { DecisionService } from '../abilities/waits/decision-service.ts';
import { WaitService } from '../abilities/waits/wait-service.ts';
import { defaultCompositionLimits, type CompositionLimits } from '../language/execution-plan/plan-options.ts';
import type { FlowKey } from '../language/flow/flow-key.ts';
import { inputSchema } from '../language/inputs/input-schema.ts';
import { validateInputs } from '../language/inputs/validate-inputs.ts';
import { ExecutionRemover } from '../store/executions/execution-remover.ts';
import { noLocks } from '../store/executions/locks/lock-file.ts';
import { ScheduleKeeper } from '../store/triggers/schedule-keeper.ts';
import type { ServicesOptions } from './services-options.ts';

// Enough for a few thousand ordinary flows.
const cacheBytes = 64 * 1024 * 1024;

/** The only place that builds the services. */
export function buildServices(options: ServicesOptions): Services {
  const {
    store,
    taskTypes,
    runner,
    language,
    agentUrl,
    limits,
    executions: ports,
    engines,
    triggers,
    files,
    space,
  } = options;
  const now = options.now ?? (() => new Date());
  const { current } = engines;
  const checker = new FlowChecker({ language, cacheBytes });
  const composition: CompositionLimits = { ...defaultCompositionLimits, ...limits };
  const validate: ValidateInputs = (inputs, values, owner) => validateInputs(inputs, values, { runner, owner });
  const subflows = new SubflowService({ store, checker, taskTypes, validate, limits: composition });
  const scheduleKeeper = new ScheduleKeeper({ store, queue: triggers.schedules });
  const onDeleted = async (key: FlowKey) => current?.retire(key);
  const flows = new FlowService({
    store,
    checker,
    subflows,
    callers: new StoredCallers({ store, presets: triggers.presets, checker, taskTypes, validate }),
    language,
    now,
    onDeleted,
    // The flow is already stored; if this fails, a worker updates the schedules later.
    onStored: async (flow) => current && scheduleKeeper.keep(flow, schedulesOf(flow)).catch(() => undefined),
  });
  const namespaces = new NamespaceService({ store, now });
  const inputValidator = new InputValidator({ ...files, validate });
  const needsAgentUrl = current?.downloadsFiles !== false;
  const executionFiles = new ExecutionFiles({ ...ports, ...files, agentUrl, needsAgentUrl });
  const preparation = new FlowPreparation({
    checker,
    subflows,
    language,
    options: { taskTypes, settings: options.planSettings, compositionLimits: composition },
    engineProblems: (facts) => current?.problems(facts) ?? [],
  });
  const remover = new ExecutionRemover(ports);
  const accepted = new AcceptedExecutions({ ...ports, preparation });
  const waits = new WaitService({ ...ports, engines, preparation: accepted });
  const executions = new ExecutionService({ ...ports, remover, now });
  const inputs = new ExecutionInputs({
    credentialsOf: (record) => current?.credentialsOf(record) ?? [],
    references: options.secrets,
    values: inputValidator,
  });
  const { tracing, locks = noLocks } = options;
  const newExecutions = new NewExecutions({
    ...ports,
    engines,
    inputs,
    files: executionFiles,
    preparation,
    agentUrl,
    runner,
    tracing,
    now,
    locks,
  });
  const logs = new LogService({ executions, engines, logs: ports.logs });
  const maxPending = limits.pending ?? defaultMaxPending;
  const acceptor = new ExecutionAcceptor({ ...ports, executions, maxPending });
  const stopper = new ExecutionStopper({ ...ports, engines });
  const separate = new SeparateExecutions({
    ...ports,
    flows,
    newExecutions,
    acceptor,
    preparation: accepted,
    runner,
    stopper,
    waits,
  });
  const dueWaits = new DueWaits({ ...ports, waits, separate, report: options.report ?? (() => undefined) });
  ports.life.observe(dueWaits);
  const acceptance = { ...ports, engines, flows, executions, inputs, newExecutions, acceptor };
  const runs = new RunService(acceptance);
  const starter = new ScheduleStarter({ runs, runner, sealed: triggers.sealedValues });
  return {
    flows,
    namespaces,
    flowLists: new FlowListService({ flows, store: ports.store, now }),
    home: new HomeService({
      flows: store,
      store: ports.store,
      executions,
      schedules: triggers.schedules,
      now,
    }),
    taskTypes,
    space,
    memory: options.memory,
    inputs: new InputService({ flows, inputSchema, files: inputValidator }),
    subflows,
    dependencies: new DependencyService({ flows, store, subflows }),
    jenkinsfiles: new JenkinsfileService({ flows, checker, subflows, language, taskTypes }),
    jobImports: new JobImportService({ language }),
    executions,
    locks: new LockService({ ...ports, locks: locks.locks }),
    preparation,
    accepted,
    waits,
    dueWaits,
    stops: new StopService({ executions, stopper, dueWaits }),
    decisions: new DecisionService({ ...ports, executions, waits, preparation: accepted, inputs, executionFiles }),
    restarts: new RestartService({ ...acceptance, preparation }),
    engines,
    remover,
    logs,
    receivers: new ReceiverService(options.receivers),
    controllers: new ControllerService({ ...ports, controllers: options.controllers ?? [], states: options.states }),
    notified: new NotifiedExecutions({ ...ports, checker, logs, hasPolicy: options.policyFile !== undefined }),
    logSearch: new LogSearchService({ executions, logs, now }),
    comparisons: new ComparisonService({ executions, logs }),
    artifacts: new ArtifactService({ executions, engines, archive: ports.archive }),
    runs,
    pushes: new PushService({ flows, preparation, engines }),
    files: new FileService({ ...files, flows, limit: limits.uploadBytes, now }),
    executionFiles,
    keptFiles: new KeptFiles({ ...ports, engines }),
    triggers: new TriggerService({
      flows,
      store: ports.store,
      skipped: triggers.skippedTicks,
      keys: triggers.webhookKeys,
      sealed: triggers.sealedValues,
      now,
    }),
    webhooks: new WebhookService({
      flows,
      runs,
      keys: triggers.webhookKeys,
      sealed: triggers.sealedValues,
      runner,
      now,
    }),
    presets: new PresetService({ flows, store: triggers.presets, now }),
    switches: new SwitchService({ flows, language }),
    backfills: new BackfillService({ flows, starter, store: ports.store, now }),
    schedules: new ScheduleService({
      flows,
      starter,
      store: ports.store,
      skipped: triggers.skippedTicks,
      space,
      now,
    }),
    scheduleKeeper,
    tokens: new TokenService({ store: options.tokens, maxDays: options.tokenDays ?? 0, now }),
    audit: new AuditService(options.audit),
    retention: new FlowRetention({
      store,
      flows,
      taskTypes,
      executions: ports.store,
      audit: options.audit,
      onPurged: onDeleted,
      now,
    }),
    exchange: new ExchangeService({ flows, namespaces, checker, language, maxDocuments: limits.importDocuments }),
  };
}

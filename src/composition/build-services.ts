import { defaultCompositionLimits, type CompositionLimits } from '../execution-plan/plan-options.ts';
import { ExecutionRemover } from '../execution/execution-remover.ts';
import { noLocks } from '../execution/locks/lock-file.ts';
import type { FlowKey } from '../language/flow/flow-key.ts';
import { inputSchema } from '../language/inputs/input-schema.ts';
import { validateInputs } from '../language/inputs/validate-inputs.ts';
import { AuditService } from '../services/audit-service.ts';
import { ControllerService } from '../services/controllers/controller-service.ts';
import { ArtifactService } from '../services/executions/artifact-service.ts';
import { ComparisonService } from '../services/executions/comparison-service.ts';
import { defaultMaxPending, ExecutionAcceptor } from '../services/executions/execution-acceptor.ts';
import { ExecutionFiles } from '../services/executions/execution-files.ts';
import { ExecutionInputs } from '../services/executions/execution-inputs.ts';
import { ExecutionService } from '../services/executions/execution-service.ts';
import { FileService } from '../services/executions/file-service.ts';
import { InputValidator } from '../services/executions/input-validator.ts';
import { KeptFiles } from '../services/executions/kept-files.ts';
import { LockService } from '../services/executions/lock-service.ts';
import { LogSearchService } from '../services/executions/log-search-service.ts';
import { LogService } from '../services/executions/log-service.ts';
import { NewExecutions } from '../services/executions/new-executions.ts';
import { NotifiedExecutions } from '../services/executions/notified-executions.ts';
import { PushService } from '../services/executions/push-service.ts';
import { RestartService } from '../services/executions/restart-service.ts';
import { RunService } from '../services/executions/run-service.ts';
import { ExchangeService } from '../services/flows/exchange-service.ts';
import { FlowChecker } from '../services/flows/flow-checker.ts';
import { FlowListService } from '../services/flows/flow-list-service.ts';
import { FlowService } from '../services/flows/flow-service.ts';
import { InputService } from '../services/flows/input-service.ts';
import { JenkinsfileService } from '../services/flows/jenkinsfile-service.ts';
import { JobImportService } from '../services/flows/job-import-service.ts';
import { NamespaceService } from '../services/flows/namespace-service.ts';
import { SwitchService } from '../services/flows/switch-service.ts';
import { HomeService } from '../services/home/home-service.ts';
import { AcceptedExecutions } from '../services/preparation/accepted-executions.ts';
import { FlowPreparation } from '../services/preparation/flow-preparation.ts';
import { PresetService } from '../services/presets/preset-service.ts';
import { ReceiverService } from '../services/receivers/receiver-service.ts';
import { FlowRetention } from '../services/retention/flow-retention.ts';
import { DueWaits } from '../services/separate/due-waits.ts';
import { ExecutionStopper } from '../services/separate/execution-stopper.ts';
import { SeparateExecutions } from '../services/separate/separate-executions.ts';
import { StopService } from '../services/separate/stop-service.ts';
import type { Services } from '../services/services.ts';
import type { ValidateInputs } from '../services/subflows/check-called-inputs.ts';
import { DependencyService } from '../services/subflows/dependency-service.ts';
import { StoredCallers } from '../services/subflows/stored-callers.ts';
import { SubflowService } from '../services/subflows/subflow-service.ts';
import { TokenService } from '../services/tokens/token-service.ts';
import { BackfillService } from '../services/triggers/backfill-service.ts';
import { schedulesOf } from '../services/triggers/flow-triggers.ts';
import { ScheduleService } from '../services/triggers/schedule-service.ts';
import { ScheduleStarter } from '../services/triggers/schedule-starter.ts';
import { TriggerService } from '../services/triggers/trigger-service.ts';
import { WebhookService } from '../services/triggers/webhook-service.ts';
import { DecisionService } from '../services/waits/decision-service.ts';
import { WaitService } from '../services/waits/wait-service.ts';
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

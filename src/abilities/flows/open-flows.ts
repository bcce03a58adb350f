import { defaultCompositionLimits } from '../../language/execution-plan/plan-options.ts';
import { inputSchema } from '../../language/inputs/input-schema.ts';
import { validateInputs } from '../../language/inputs/validate-inputs.ts';
import { ScheduleKeeper } from '../../store/triggers/schedule-keeper.ts';
import type { Ability } from '../parts/ability.ts';
import type { Parts } from '../parts/parts.ts';
import { FlowChecker } from './check/flow-checker.ts';
import { DependencyService } from './dependency-service.ts';
import { ExchangeService } from './exchange-service.ts';
import { FlowService } from './flow-service.ts';
import { schedulesOf } from './flow-triggers.ts';
import { InputService } from './input-service.ts';
import { ExecutionInputs } from './inputs/execution-inputs.ts';
import { InputValidator } from './inputs/input-validator.ts';
import { JenkinsfileService } from './jenkinsfile-service.ts';
import { JobImportService } from './job-import-service.ts';
import { NamespaceService } from './namespace-service.ts';
import { FlowPreparation } from './preparation/flow-preparation.ts';
import type { ValidateInputs } from './subflows/check-called-inputs.ts';
import { StoredCallers } from './subflows/stored-callers.ts';
import { SubflowService } from './subflows/subflow-service.ts';
import { SwitchService } from './switch-service.ts';

// Enough for a few thousand ordinary flows.
const cacheBytes = 64 * 1024 * 1024;

export type FlowsApi = ReturnType<typeof openFlows>['api'];

/** Flows: their documents, revisions, namespaces, inputs and calls, and what of them can run. */
export function openFlows(parts: Parts) {
  const { settings, revisions: store, triggers, files, language, taskTypes, patterns: runner, now } = parts;
  const { current } = parts.engines;
  const checker = new FlowChecker({ language, cacheBytes });
  const limits = { ...defaultCompositionLimits, ...settings.limits };
  const validate: ValidateInputs = (inputs, values, owner) => validateInputs(inputs, values, { runner, owner });
  const subflows = new SubflowService({ store, checker, taskTypes, validate, limits });
  const scheduleKeeper = new ScheduleKeeper({ store, queue: triggers.schedules });
  const flows = new FlowService({
    store,
    checker,
    subflows,
    callers: new StoredCallers({ store, presets: triggers.presets, checker, taskTypes, validate }),
    language,
    now,
    onDeleted: async (key) => current?.retire(key),
    // The flow is already stored; if this fails, a worker updates the schedules later.
    onStored: async (flow) => current && scheduleKeeper.keep(flow, schedulesOf(flow)).catch(() => undefined),
  });
  const namespaces = new NamespaceService({ store, now });
  const values = new InputValidator({ uploads: files.uploads, validate });
  return {
    api: {
      flows,
      namespaces,
      checker,
      subflows,
      scheduleKeeper,
      inputs: new InputService({ flows, inputSchema, files: values }),
      executionInputs: new ExecutionInputs({
        credentialsOf: (record) => current?.credentialsOf(record) ?? [],
        references: parts.secrets,
        values,
      }),
      dependencies: new DependencyService({ flows, store, subflows }),
      flowPreparation: new FlowPreparation({
        checker,
        subflows,
        language,
        options: { taskTypes, settings: parts.planSettings, compositionLimits: limits },
        engineProblems: (facts) => current?.problems(facts) ?? [],
      }),
      jenkinsfiles: new JenkinsfileService({ flows, checker, subflows, language, taskTypes }),
      jobImports: new JobImportService({ language }),
      switches: new SwitchService({ flows, language }),
      exchange: new ExchangeService({
        flows,
        namespaces,
        checker,
        language,
        maxDocuments: settings.limits.importDocuments,
      }),
    },
  } satisfies Ability;
}

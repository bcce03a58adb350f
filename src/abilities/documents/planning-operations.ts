import { parseFlowDocument } from '../../language/document/parse-flow-document.ts';
import { planFacts } from '../../language/execution-plan/plan-facts.ts';
import { planFlow } from '../../language/execution-plan/plan-flow.ts';
import type { CompositionLimits, PlanSettings } from '../../language/execution-plan/plan-options.ts';
import { checkFlow, problemsOf, type CheckFlowOptions } from '../../language/flow/check-flow.ts';
import { outlineFlow } from '../../language/flow/outline-flow.ts';
import type { TaskRegistry } from '../../language/task-types/task-registry.ts';
import type { ArgumentOf, LanguageOperations, PlanningLanguage, PlanningName, ResultOf } from './flow-language.ts';
import { callKey } from './subflow-calls.ts';

export interface PlanningOptions extends CheckFlowOptions {
  readonly taskTypes: TaskRegistry;
  readonly settings: PlanSettings;
  readonly compositionLimits: CompositionLimits;
}

/** The operations that read documents and plan what they contain, run in the calling thread. */
export function planningOperations(options: PlanningOptions): Pick<LanguageOperations, PlanningName> {
  const { limits, taskTypes, settings, compositionLimits } = options;
  return {
    check: (source) => checkFlow(source, options),
    valueOf: (source) => parseFlowDocument(source, limits).document?.value,
    outline: (source) => outlineFlow(parseFlowDocument(source, limits), options),
    locate({ source, problems }) {
      const { document } = parseFlowDocument(source, limits);
      return document && problemsOf(problems, document);
    },
    plan({ flow, called, revision }) {
      const subflow = (call: Parameters<typeof callKey>[0]) => called.get(callKey(call));
      return planFacts(planFlow(flow, revision, { taskTypes, settings, compositionLimits, subflow }));
    },
  };
}

/** The same as a language, for a process that serves one user. */
export function inThreadLanguage(options: PlanningOptions): PlanningLanguage {
  const operations = planningOperations(options);
  return {
    ask<Name extends PlanningName>(name: Name, argument: ArgumentOf<Name>): ResultOf<Name> {
      const operation = operations[name] as (argument: ArgumentOf<Name>) => ResultOf<Name>; // of this name
      return operation(argument);
    },
  };
}

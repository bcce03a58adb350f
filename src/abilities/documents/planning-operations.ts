import type { Problem, ReportedProblem } from '../../base/problem/problem.ts';
import type { JsonValue } from '../../base/text/json-value.ts';
import type { TranspileRequest } from '../../engines/flow-transpiler.ts';
import type { FlowSource } from '../../language/document/flow-document.ts';
import { parseFlowDocument } from '../../language/document/parse-flow-document.ts';
import { planFacts, type PlanFacts } from '../../language/execution-plan/plan-facts.ts';
import { planFlow } from '../../language/execution-plan/plan-flow.ts';
import type { CompositionLimits, PlanSettings } from '../../language/execution-plan/plan-options.ts';
import { checkFlow, problemsOf, type CheckFlowOptions, type FlowCheck } from '../../language/flow/check-flow.ts';
import { outlineFlow, type OutlineNode } from '../../language/flow/outline-flow.ts';
import type { TaskRegistry } from '../../language/task-types/task-registry.ts';
import { callKey } from './subflow-calls.ts';

export interface PlanningOptions extends CheckFlowOptions {
  readonly taskTypes: TaskRegistry;
  readonly settings: PlanSettings;
  readonly compositionLimits: CompositionLimits;
}

interface FoundIn {
  readonly source: FlowSource;
  readonly problems: readonly Problem[];
}

/** A flow together with all that it calls. */
export type PlanRequest = Omit<TranspileRequest, 'parameters'>;

export type PlanningOperations = ReturnType<typeof planningOperations>;

/** The operations that read documents and plan what they contain, run in the calling thread. */
export function planningOperations(options: PlanningOptions) {
  const { limits, taskTypes, settings, compositionLimits } = options;
  return {
    check: (source: FlowSource): FlowCheck => checkFlow(source, options),
    /** The document as a plain value; undefined if the text cannot be parsed. */
    valueOf: (source: FlowSource): JsonValue | undefined => parseFlowDocument(source, limits).document?.value,
    /** As `outlineFlow`. */
    outline: (source: FlowSource): readonly OutlineNode[] => outlineFlow(parseFlowDocument(source, limits), options),
    /** Turns the findings of a later stage into problems of the document; undefined if the text cannot be parsed. */
    locate({ source, problems }: FoundIn): readonly ReportedProblem[] | undefined {
      const { document } = parseFlowDocument(source, limits);
      return document && problemsOf(problems, document);
    },
    /** The facts that a gateway needs about the plan of a flow. */
    plan({ flow, called, revision }: PlanRequest): PlanFacts {
      const subflow = (call: Parameters<typeof callKey>[0]) => called.get(callKey(call));
      return planFacts(planFlow(flow, revision, { taskTypes, settings, compositionLimits, subflow }));
    },
  };
}

import { describeValue } from '../../base/problem/describe-value.ts';
import type { Problem, ReportedProblem } from '../../base/problem/problem.ts';
import { isJsonObject } from '../../base/text/json-value.ts';
import type { FlowDocument, FlowSource, LocatedProblem } from '../document/flow-document.ts';
import type { FlowLimits } from '../document/flow-limits.ts';
import { parseFlowDocument, type ParsedFlowDocument } from '../document/parse-flow-document.ts';
import { reportProblems } from '../document/report-problems.ts';
import { Suggestions } from '../document/suggestions.ts';
import type { SecretReference } from '../input-types/secret-reference.ts';
import type { TimeBudget } from '../safe-patterns/time-budget.ts';
import type { FlowNeeds, PlaceProblem } from './flow-needs.ts';
import type { Flow, ValidatedFlow } from './flow.ts';
import type { LockProblem } from './lock.ts';
import { readFlow } from './read/read-flow.ts';
import type { TaskTypes } from './task-types.ts';
import { Declarations } from './validate/declarations.ts';
import { validateFlow } from './validate/validate-flow.ts';
import { placedReferences } from './validate/validate-references.ts';

export interface CheckFlowOptions {
  readonly taskTypes: TaskTypes;
  /** The vendor in task type names (`FLOWGATE_VENDOR`). */
  readonly vendor: string;
  /** The prefix of variables that task types contribute (`FLOWGATE_PREFIX`). */
  readonly prefix: string;
  /** The installation's settings for task types, by name; undefined if unknown, as in the offline CLI. */
  readonly taskSettings?: Readonly<Record<string, string>>;
  /** The names of the receivers that a namespace can notify; undefined if unknown, as in the offline CLI. */
  readonly receivers?: (namespace: string) => readonly string[];
  /** Why a namespace may not use a secret, as a clause; without it, as in the offline CLI, this is unknown. */
  readonly secretProblem?: (namespace: string, reference: SecretReference) => string | undefined;
  /** Whether a namespace can show states on commits; undefined if unknown. */
  readonly hasForge?: (namespace: string) => boolean;
  /** Why flows of a namespace cannot take permits of a lock; undefined if locks are unknown, as in the offline CLI. */
  readonly lockProblem?: LockProblem;
  /** Why no controller can run a flow; undefined if there is one, and if they are unknown. */
  readonly placeProblem?: (needs: FlowNeeds) => PlaceProblem | undefined;
  readonly limits: FlowLimits;
  /** Creates the time budget for the patterns and schemas of one document. */
  readonly makeBudget: () => TimeBudget;
}

export interface FlowCheck {
  /** Present if no problem is an error. */
  readonly flow?: ValidatedFlow;
  /** The flow with all parts that could be read; undefined if the document is not a map. A missing id is `""`. */
  readonly draft?: Flow;
  /** In document order. */
  readonly problems: readonly ReportedProblem[];
}

/** Checks the text of a flow and finds all problems at once; only a syntax error prevents the other checks. */
export function checkFlow(source: FlowSource, options: CheckFlowOptions): FlowCheck {
  return checkParsed(parseFlowDocument(source, options.limits), options);
}

/** Checks a parsed flow as `checkFlow` does. */
export function checkParsed(parsed: ParsedFlowDocument, options: CheckFlowOptions): FlowCheck {
  const { document } = parsed;
  if (document === undefined) return { problems: reportProblems(parsed.problems, parsed.sourceRange) };
  const found: Problem[] = [];
  const { flow, draft } = checkValue(document, found, options);
  const located = found.map((problem): LocatedProblem => ({ problem, source: document.locate(problem) }));
  const problems = reportProblems([...parsed.problems, ...located], parsed.sourceRange);
  const isValid = problems.every(({ severity }) => severity === 'warning');
  return { ...(isValid && flow && { flow }), ...(draft && { draft }), problems };
}

/** The problems that a later stage found in a flow, as problems of its document. */
export function problemsOf(problems: readonly Problem[], document: FlowDocument): readonly ReportedProblem[] {
  return reportProblems(
    problems.map((problem) => ({ problem, source: document.locate(problem) })),
    document.sourceRange,
  );
}

function checkValue(
  { value, sourceText }: FlowDocument,
  problems: Problem[],
  options: CheckFlowOptions,
): Pick<FlowCheck, 'flow' | 'draft'> {
  if (!isJsonObject(value)) {
    const message = `A flow must be a map with id, namespace and tasks; found ${describeValue(value)}.`;
    problems.push({ code: 'not-a-mapping', message, path: [] });
    return {};
  }
  const { taskTypes, vendor, prefix, taskSettings, receivers, secretProblem, hasForge, limits, makeBudget } = options;
  const { placeProblem, lockProblem } = options;
  const suggestions = new Suggestions();
  const draft = readFlow(
    value,
    {
      taskTypes,
      limits,
      vendor,
      prefix,
      settings: taskSettings && new Set(Object.keys(taskSettings)),
      budget: makeBudget(),
    },
    { sourceText, suggestions, problems },
  );
  const declarations = new Declarations(draft);
  const references = placedReferences(draft);
  const flow = validateFlow({
    draft,
    budget: makeBudget(),
    references,
    declarations,
    vendor,
    prefix,
    taskSettings,
    receivers,
    secretProblem,
    hasForge,
    lockProblem,
    placeProblem,
    suggestions,
    problems,
  });
  return { ...(flow && { flow }), draft: draft.flow };
}

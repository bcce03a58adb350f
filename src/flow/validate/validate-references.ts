import { checkCondition } from '../../expression/check-condition.ts';
import { parseTemplate } from '../../expression/parse-template.ts';
import { conditionReferences, templateReferences } from '../../expression/references-of.ts';
import type { Path } from '../../problem/problem.ts';
import { quoteShort } from '../../problem/describe-value.ts';
import type { ConditionText } from '../flow.ts';
import type { FlowDraft, TextReferences } from '../flow-draft.ts';
import { addInside } from '../relative-findings.ts';
import { referenceFault } from './resolve-reference.ts';
import type { Viewpoint } from './resolve-reference.ts';
import type { Validation } from './validation.ts';

/** Resolves every reference outside `depends_on` (DESIGN 4), and checks the types in conditions. */
export function validateReferences(validation: Validation): void {
  const { draft, declarations, suggestions, findings } = validation;
  for (const { path, references, viewpoint } of placedReferences(draft)) {
    for (const { reference, range } of references) {
      const fault = referenceFault(reference, viewpoint, declarations, suggestions);
      if (fault !== undefined) findings.push({ ...fault, path, range });
    }
  }
  for (const [path, { condition }] of conditions(draft)) {
    addInside(findings, path, checkCondition(condition, (reference) => declarations.typeOf(reference)));
  }
}

/** The references of each text of a flow together with where it stands; `depends_on` is left to its own check. */
export function* placedReferences(draft: FlowDraft): Generator<TextReferences & { readonly viewpoint: Viewpoint }> {
  const everything = { variables: Number.POSITIVE_INFINITY, tasks: Number.POSITIVE_INFINITY };
  for (const [position, { value, path }] of draft.variables.entries()) {
    yield { path, references: templateReferences(value.value), viewpoint: { place: 'a variable', variables: position, tasks: 0 } };
  }
  const atCheck: Viewpoint = { ...everything, place: 'a check', tasks: 0 };
  for (const { value, path } of draft.checks) {
    yield { path: [...path, 'condition'], references: conditionReferences(value.condition.condition), viewpoint: atCheck };
    yield { path: [...path, 'message'], references: templateReferences(parseTemplate(value.message).template), viewpoint: atCheck };
  }
  for (const [position, { value, path }] of draft.tasks.entries()) {
    const viewpoint: Viewpoint = { ...everything, place: `the task ${quoteShort(value.id)}`, task: value.id, tasks: position };
    const { runIf } = value.task;
    if (runIf !== undefined) yield { path: [...path, 'run_if'], references: conditionReferences(runIf.condition), viewpoint };
    for (const text of value.references) yield { path: [...path, ...text.path], references: text.references, viewpoint };
  }
  for (const { value, path } of draft.outputs) {
    yield { path: [...path, 'value'], references: templateReferences(value.value), viewpoint: { ...everything, place: 'an output' } };
  }
}

function* conditions({ checks, tasks }: FlowDraft): Generator<[Path, ConditionText]> {
  for (const { value, path } of checks) yield [[...path, 'condition'], value.condition];
  for (const { value, path } of tasks) {
    if (value.task.runIf !== undefined) yield [[...path, 'run_if'], value.task.runIf];
  }
}

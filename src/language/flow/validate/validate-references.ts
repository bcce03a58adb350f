import { checkCondition } from '../../expressions/check-condition.ts';
import type { TypeOf } from '../../expressions/condition-kind.ts';
import type { Path } from '../../../problem/problem.ts';
import type { FlowDraft } from '../flow-draft.ts';
import type { ConditionText } from '../flow.ts';
import { addInside } from '../relative-problems.ts';
import { referenceProblem } from './resolve-reference.ts';
import type { Validation } from './validation.ts';

/** Resolves every reference outside `depends_on` (DESIGN 4), and checks the types in conditions. */
export function validateReferences(validation: Validation): void {
  const { draft, references: texts, declarations, suggestions, problems } = validation;
  for (const { path, references, viewpoint } of texts) {
    for (const { reference, range } of references) {
      const problem = referenceProblem(reference, viewpoint, declarations, suggestions);
      if (problem !== undefined) problems.push({ ...problem, path, range });
    }
  }
  const typeOf: TypeOf = (reference) => declarations.typeOf(reference);
  for (const [path, { condition }] of conditions(draft)) addInside(problems, path, checkCondition(condition, typeOf));
  for (const { value, path, literalPath } of draft.triggerConditions) {
    const inside = checkCondition(value.condition, typeOf);
    if (literalPath === undefined) addInside(problems, path, inside);
    else for (const { code, message } of inside) problems.push({ code, message, path: literalPath });
  }
}

function* conditions({ checks, tasks }: FlowDraft): Generator<[Path, ConditionText]> {
  for (const { value, path } of checks) yield [[...path, 'condition'], value.condition];
  for (const { value, path } of tasks) {
    if (value.task.runIf !== undefined) yield [[...path, 'run_if'], value.task.runIf];
  }
}

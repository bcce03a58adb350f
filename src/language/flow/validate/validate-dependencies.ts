import { quoteShort } from '../../../base/problem/describe-value.ts';
import type { Path } from '../../../base/problem/problem.ts';
import { findCycles } from '../../../base/text/find-cycles.ts';
import { checkCondition } from '../../expressions/check-condition.ts';
import { referenceText } from '../../expressions/reference.ts';
import { conditionReferences } from '../../expressions/references-of.ts';
import { isRunRoot } from '../../expressions/run-fields.ts';
import type { DependsOn } from '../../inputs/input.ts';
import type { FlowDraft } from '../flow-draft.ts';
import { addInside } from '../relative-problems.ts';
import { Declarations } from './declarations.ts';
import { referenceProblem } from './reference-problem.ts';
import type { Validation } from './validation.ts';

/**
 * Checks every `depends_on`: the ids exist, there are no cycles, and the condition uses only the listed inputs
 * (docs/reference/expressions.md).
 */
export function validateDependencies(validation: Validation): void {
  const { draft } = validation;
  validateList(draft.inputs, validation);
  for (const { value } of draft.tasks) {
    const { form = [] } = value;
    if (form.every(({ value: { input } }) => input?.dependsOn === undefined)) continue;
    // The conditions of a form see only the form.
    const alone = { ...draft, inputs: form, unreadInputIds: [], variables: [], tasks: [] };
    validateList(form, { ...validation, declarations: new Declarations(alone) });
  }
}

function validateList(inputs: FlowDraft['inputs'], validation: Validation): void {
  const { declarations, problems } = validation;
  const dependencies = new Map<string, readonly string[]>();
  const places = new Map<string, Path>();
  for (const { value, path } of inputs) {
    const dependsOn = value.input?.dependsOn;
    if (dependsOn === undefined || dependencies.has(value.id)) continue;
    checkDependency(dependsOn, [...path, 'depends_on'], validation);
    dependencies.set(
      value.id,
      dependsOn.inputs.filter((id) => declarations.inputs.has(id)),
    );
    places.set(value.id, [...path, 'depends_on', 'inputs']);
  }
  for (const cycle of findCycles(dependencies)) {
    const [first = ''] = cycle;
    const way = [...cycle, first].join(' -> ');
    problems.push({
      code: 'dependency-cycle',
      message: `Inputs depend on each other in a cycle: ${way}.`,
      path: places.get(first) ?? [],
    });
  }
}

function checkDependency({ inputs, condition }: DependsOn, path: Path, validation: Validation): void {
  const { declarations, suggestions, problems } = validation;
  inputs.forEach((id, index) => {
    const problem = referenceProblem({ root: 'inputs', id }, anywhere, declarations, suggestions);
    if (problem !== undefined) problems.push({ ...problem, path: [...path, 'inputs', index] });
  });
  const listed = new Set(inputs);
  const conditionPath = [...path, 'condition'];
  for (const { reference, range } of conditionReferences(condition)) {
    if (reference.root === 'inputs' && listed.has(reference.id)) continue;
    const problem =
      reference.root === 'inputs' || isRunRoot(reference.root)
        ? referenceProblem(reference, anywhere, declarations, suggestions)
        : undefined;
    const message =
      reference.root === 'inputs'
        ? `The condition uses ${quoteShort(reference.id)}, which depends_on.inputs does not list.`
        : `The condition can refer only to inputs; ${referenceText(reference)} is not an input.`;
    problems.push({ ...(problem ?? { code: 'undeclared-dependency', message }), path: conditionPath, range });
  }
  addInside(
    problems,
    conditionPath,
    checkCondition(condition, (reference) => declarations.typeOf(reference)),
  );
}

const anywhere = { place: 'a condition', variables: 0, tasks: 0, inside: [] };

import type { Path } from '../../../base/problem/problem.ts';
import { checkCondition } from '../../expressions/check-condition.ts';
import type { TypeOf } from '../../expressions/condition-kind.ts';
import type { PlacedReference } from '../../expressions/read-reference.ts';
import { conditionReferences, templateReferences } from '../../expressions/references-of.ts';
import { isUnreadBlock, type FlowDraft } from '../flow-draft.ts';
import type { ConditionText } from '../flow.ts';
import { endOfBlock } from '../hidden-outputs.ts';
import { addInside } from '../relative-problems.ts';
import type { TextScope } from '../task-types.ts';
import type { Viewpoint } from './declarations.ts';
import { referenceProblem } from './reference-problem.ts';
import { lockNames } from './validate-locks.ts';
import type { PlacedReferences, Validation } from './validation.ts';

/**
 * Resolves every reference outside `depends_on` (docs/reference/expressions.md), and checks the types in conditions.
 */
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

/** Each condition with its path; not those of `depends_on` and of triggers. */
export function* conditions({ checks, tasks }: FlowDraft): Generator<[Path, ConditionText]> {
  for (const { value, path } of checks) yield [[...path, 'condition'], value.condition];
  for (const { value, path } of tasks) {
    if (value.task.runIf !== undefined) yield [[...path, 'run_if'], value.task.runIf];
    if (value.type?.block === undefined) continue;
    for (const { path: place, text, condition } of value.typed?.texts ?? [])
      if (condition !== undefined) yield [[...path, ...place], { text, condition }];
  }
}

/** The references in each string of a flow, with its place; not those of `depends_on`, which has its own check. */
export function placedReferences(draft: FlowDraft): readonly PlacedReferences[] {
  const found: PlacedReferences[] = [];
  const add = (path: () => Path, references: readonly PlacedReference[], viewpoint: Viewpoint): void => {
    if (references.length > 0) found.push({ path: path(), references, viewpoint });
  };
  for (const [position, { value, path }] of draft.variables.entries())
    add(() => path, templateReferences(value.value), {
      place: 'a variable',
      variables: position,
      tasks: 0,
      inside: [],
    });
  const atCheck: Viewpoint = { place: 'a check', variables: everything, tasks: 0, inside: [] };
  for (const { value, path } of draft.checks) {
    add(() => [...path, 'condition'], conditionReferences(value.condition.condition), atCheck);
    add(() => [...path, 'message'], templateReferences(value.messageTemplate), atCheck);
  }
  const endOf = (position: number): number =>
    endOfBlock(draft.tasks, position, ({ value: { places } }) => places.length);
  for (const [position, { value, path }] of draft.tasks.entries()) {
    const { id, section, places: inside } = value;
    const viewpoint: Viewpoint = {
      place: 'the task',
      task: id,
      section,
      variables: everything,
      tasks: position,
      inside,
    };
    const { runIf } = value.task;
    if (runIf !== undefined) add(() => [...path, 'run_if'], conditionReferences(runIf.condition), viewpoint);
    const unknown = isUnreadBlock(value) ? 'body' : undefined;
    for (const { path: place, references, scope = unknown } of value.references)
      add(() => [...path, ...place], references, scope === undefined ? viewpoint : insideBlock(scope));

    function insideBlock(scope: TextScope): Viewpoint {
      const own = [...inside, { block: value }];
      return { ...viewpoint, inside: own, tasks: scope === 'body' ? endOf(position) : position };
    }
  }
  for (const { value, path } of draft.triggerConditions) {
    // The parts of a delivery are not declared.
    const references = conditionReferences(value.condition).filter(({ reference }) => reference.root === 'inputs');
    add(() => path, references, { place: 'a trigger', variables: 0, tasks: 0, inside: [] });
  }
  const { commitStatus } = draft.flow;
  if (commitStatus !== undefined) {
    // What refers to anything else is reported as such.
    const ofInputs = (key: 'repository' | 'sha') =>
      templateReferences(commitStatus[key]).filter(({ reference }) => reference.root === 'inputs');
    const atStatus: Viewpoint = { place: 'commit_status', variables: 0, tasks: 0, inside: [] };
    for (const key of ['repository', 'sha'] as const) add(() => ['commit_status', key], ofInputs(key), atStatus);
  }
  // As above.
  for (const { name, path } of lockNames(draft)) {
    const references = templateReferences(name).filter(({ reference }) => reference.root === 'inputs');
    add(() => path, references, { place: 'a lock', variables: 0, tasks: 0, inside: [] });
  }
  const atOutput: Viewpoint = { place: 'an output', variables: everything, tasks: everything, inside: [] };
  for (const { value, path } of draft.outputs) add(() => [...path, 'value'], templateReferences(value.value), atOutput);
  return found;
}

const everything = Number.POSITIVE_INFINITY;

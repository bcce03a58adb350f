import type { Path } from '../../base/problem/problem.ts';
import { writeJson } from '../../base/text/exact-json.ts';
import type { JsonValue } from '../../base/text/json-value.ts';
import type { Condition } from '../expressions/condition.ts';
import { parseCondition } from '../expressions/parse-condition.ts';
import { parseTemplate } from '../expressions/parse-template.ts';
import { environmentName, referenceText } from '../expressions/reference.ts';
import { loneReference } from '../expressions/template.ts';
import { defaultInterval, defaultMaxItems, type BlockOutput, type Control, type Controls } from '../flow/control.ts';
import { parseDuration } from '../flow/duration.ts';
import type { Output, Task } from '../flow/flow.ts';
import { itemFields, type ItemField } from '../flow/item-fields.ts';
import { literalItem } from '../flow/literal-items.ts';
import { boolean, number, type Piece } from '../task-types/piece.ts';
import type { BlockPlan, Exclusion, ItemSource, ListSource, LoopPlan, TaskPlan } from './flow-plan.ts';

/** The plans of the tasks in a list of a block. */
export type PlanBody = (body: Path) => readonly TaskPlan[];

/** Plans a block of a validated flow. */
export function planBlock(task: Task, control: Control, planBody: PlanBody): BlockPlan {
  switch (control.kind) {
    case 'sequence':
      return { kind: 'sequence', tasks: planBody(control.body) };
    case 'branches':
      return { kind: 'branches', tasks: planBody(control.body), ...concurrentPlan(control) };
    case 'choice':
      return {
        kind: 'choice',
        value: control.value === undefined ? undefined : parseTemplate(control.value).template,
        choices: control.choices.map(({ body, condition, equals }) => ({
          tasks: planBody(body),
          condition: condition === undefined ? undefined : validCondition(condition),
          equals,
        })),
      };
    case 'loop':
      return planLoop(task, control, planBody);
    case 'until':
      return {
        kind: 'until',
        tasks: planBody(control.body),
        condition: validCondition(control.condition),
        interval: parseDuration(control.interval ?? defaultInterval)!, // of a validated flow
        maxAttempt: control.maxAttempt === undefined ? undefined : number(control.maxAttempt),
        outputs: plannedOutputs(control.outputs),
      };
  }
}

function planLoop({ id }: Task, control: Controls['loop'], planBody: PlanBody): LoopPlan {
  const fields = itemFields(id, control);
  return {
    kind: 'loop',
    tasks: planBody(control.body),
    source: sourceOf(control, fields),
    fields,
    indexName: environmentName({ root: 'item_index', block: id }),
    key: control.key === undefined ? undefined : parseTemplate(control.key).template,
    maxItems: number(control.maxItems ?? defaultMaxItems, defaultMaxItems),
    outputs: plannedOutputs(control.outputs),
    ...concurrentPlan(control),
  };
}

function sourceOf({ values = [], matrix, exclude = [] }: Controls['loop'], fields: readonly ItemField[]): ItemSource {
  if (matrix === undefined) return { kind: 'list', list: listOf(values, fields) };
  return {
    kind: 'matrix',
    axes: fields.map((each) => ({
      field: each.field!, // each list of a matrix is a field
      list: listOf(matrix[each.field!]!, [{ ...each, field: undefined }]),
    })),
    exclude: exclude.map(exclusionOf),
  };
}

/** The texts of the values, as they are in the environment. */
function exclusionOf(combination: Readonly<Record<string, JsonValue>>): Exclusion {
  return new Map(
    Object.entries(combination).map(([field, value]) => [field, typeof value === 'string' ? value : writeJson(value)]),
  );
}

/** @throws {TypeError} for a list that a validated flow cannot have */
function listOf(list: JsonValue, fields: readonly ItemField[]): ListSource {
  const reference = typeof list === 'string' ? loneReference(parseTemplate(list).template) : undefined;
  if (reference !== undefined)
    return { kind: 'reference', name: environmentName(reference), reference: referenceText(reference) };
  if (!Array.isArray(list)) throw new TypeError('The list of a loop is neither a list nor a reference');
  return { kind: 'literal', items: list.map((value: JsonValue) => literalItem(value, fields)!) }; // of a validated flow
}

function concurrentPlan({ concurrency, failFast, workspace }: Omit<Controls['branches'], 'body'>): {
  readonly concurrency: Piece | undefined;
  readonly failFast: Piece | undefined;
  readonly ownWorkspaces: boolean;
} {
  return {
    concurrency: concurrency === undefined ? undefined : number(concurrency),
    failFast: failFast === undefined ? undefined : boolean(failFast),
    ownWorkspaces: workspace === 'own',
  };
}

function validCondition(text: string): Condition {
  return parseCondition(text).condition!; // of a validated flow
}

function plannedOutputs(outputs: readonly BlockOutput[] = []): readonly Output[] {
  return outputs.map(({ id, type, value }) => ({ id, type, text: value, value: parseTemplate(value).template }));
}

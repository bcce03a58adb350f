import {
  declaredRoots,
  itemRoots,
  scheduleConditionRoots,
  webhookConditionRoots,
  webhookRoots,
  type ReferenceRoots,
} from '../expressions/read-reference.ts';
import { runRootNames, runRoots, type RunField, type RunRoot } from '../expressions/run-fields.ts';
import { taskSections, type TaskSection } from '../flow/flow.ts';
import { endOfBlock, hiddenOutputs, type OutputViewpoint } from '../flow/hidden-outputs.ts';
import { schemaAt } from '../task-types/property-schema.ts';
import type { FlowNames, InputDeclaration, TaskDeclaration } from './flow-names.ts';
import { itemsOf, scalarAt, valueOf, type OutlineNode, type Steps } from './outline.ts';

/** What the references in a string can name (docs/reference/expressions.md). */
export interface ReferenceScope {
  readonly roots: ReferenceRoots;
  readonly names: VisibleNames;
}

/** The declarations that a string can refer to. */
export interface VisibleNames extends Pick<FlowNames, 'inputs' | 'variables'> {
  /** The tasks whose outputs can have a value. Computed, because most callers only need the roots. */
  tasks(): readonly TaskDeclaration[];
  /** The loops around the string. */
  readonly loops: readonly TaskDeclaration[];
}

/** The scope of the string at a place; undefined if references are not replaced there. */
export function scopeAt(steps: Steps, names: FlowNames): ReferenceScope | undefined {
  const [section, item, property] = steps;
  if (section === undefined || !('pair' in section)) return undefined;
  const key = section.pair.key;
  const index = item !== undefined && 'index' in item ? item.index : 0;
  const only = (roots: ReferenceRoots, visible: Partial<VisibleNames> = {}): ReferenceScope => ({
    roots,
    names: { inputs: names.inputs, variables: [], tasks: () => [], loops: [], ...visible },
  });
  if (isTaskSection(key)) {
    const form = formAt(steps, names);
    if (form !== undefined) return only(scheduleConditionRoots, { inputs: conditionInputs(form) });
    const from = viewpointAt(steps, names);
    const loops = from.inside.flatMap(({ block }) => names.tasks[block] ?? []).filter(({ items }) => items);
    const roots = rootsIn(key, loops.length > 0);
    return only(roots, { variables: names.variables, tasks: () => visibleTasks(names, from), loops });
  }
  switch (key) {
    case 'variables': {
      const above = item !== undefined && 'pair' in item ? item.node.pairs.indexOf(item.pair) : 0;
      return only(withoutTasks, { variables: names.variables.slice(0, above) });
    }
    case 'checks':
      return only(withoutTasks, { variables: names.variables });
    case 'outputs':
      return only(declaredRoots, {
        variables: names.variables,
        tasks: () => visibleTasks(names, { tasks: names.tasks.length, inside: [] }),
      });
    case 'inputs':
      return only(scheduleConditionRoots, {
        inputs: conditionInputs({ list: section.pair.value, index, inputs: names.inputs }),
      });
    case 'triggers': {
      const isWebhook = scalarAt(itemsOf(section.pair.value)[index], 'type')?.text === 'webhook';
      const isCondition = property !== undefined && 'pair' in property && property.pair.key === 'conditions';
      if (isCondition) return only(isWebhook ? webhookConditionRoots : scheduleConditionRoots);
      return isWebhook ? only(webhookRoots) : undefined;
    }
    default:
      return undefined;
  }
}

const withoutTasks: ReferenceRoots = declaredRoots.filter((root) => root !== 'task_outputs');

/** Where a string of a task is: what the task itself sees, or what its type says (see TextScope). */
function viewpointAt(steps: Steps, { tasks, positions }: FlowNames): OutputViewpoint<number> {
  for (let at = steps.length - 1; at >= 0; at--) {
    const step = steps[at]!;
    const item = 'index' in step ? step.node.items[step.index]?.value : undefined;
    const position = item && positions.get(item);
    if (position === undefined) continue;
    const { places, block } = tasks[position]!; // positions are those of tasks
    const path = steps.slice(at + 1).map((each) => ('index' in each ? each.index : each.pair.key));
    const scope = block === undefined ? 'outside' : schemaAt(block.schema, path).scope;
    return {
      inside: scope === 'outside' ? places : [...places, { block: position }],
      tasks: scope === 'body' ? endOfBlock(tasks, position, (task) => task.places.length) : position,
    };
  }
  return { tasks: 0, inside: [] };
}

function visibleTasks({ tasks }: FlowNames, from: OutputViewpoint<number>): readonly TaskDeclaration[] {
  return tasks.filter(
    ({ places }, position) =>
      hiddenOutputs({ position, block: position, places }, from, (block) => tasks[block]?.block?.kind) === undefined,
  );
}

/** The roots whose fields the tasks of a section can refer to. */
function rootsIn(section: TaskSection, isInLoop: boolean): ReferenceRoots {
  const hasField = (root: RunRoot) =>
    Object.values<RunField>(runRoots[root]).some(
      ({ sections, isForSignals }) => sections.includes(section) && isForSignals !== true,
    );
  return [...declaredRoots, ...(isInLoop ? itemRoots : []), ...runRootNames.filter(hasField)];
}

function isTaskSection(key: string): key is TaskSection {
  return (taskSections as readonly string[]).includes(key);
}

/** An item of a list of inputs. */
export interface InputPlace {
  readonly list: OutlineNode | undefined;
  readonly index: number;
  /** All inputs of the list. */
  readonly inputs: readonly InputDeclaration[];
}

/** The place in the form of a task. */
export function formAt(
  steps: Steps,
  { tasks, positions }: FlowNames,
): (InputPlace & { readonly task: TaskDeclaration }) | undefined {
  for (const [at, step] of steps.entries()) {
    const item = 'index' in step ? step.node.items[step.index]?.value : undefined;
    const task = item && tasks[positions.get(item) ?? -1];
    const [property, input] = steps.slice(at + 1);
    if (task?.form === undefined || property === undefined || !('pair' in property)) continue;
    if (property.pair.key !== task.form.property) continue;
    const index = input !== undefined && 'index' in input ? input.index : 0;
    return { task, list: property.pair.value, index, inputs: task.form.inputs };
  }
  return undefined;
}

/** The inputs that the condition of an input lists, or all others as long as it lists none. */
function conditionInputs({ list, index, inputs }: InputPlace): FlowNames['inputs'] {
  const own = itemsOf(list)[index];
  const listed = itemsOf(valueOf(valueOf(own, 'depends_on'), 'inputs')).flatMap((item) =>
    item?.kind === 'scalar' ? [item.text] : [],
  );
  const id = scalarAt(own, 'id')?.text;
  return inputs.filter(({ name }) => (listed.length > 0 ? listed.includes(name) : name !== id));
}

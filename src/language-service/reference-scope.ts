import {
  declaredRoots,
  scheduleConditionRoots,
  webhookConditionRoots,
  webhookRoots,
  type ReferenceRoots,
} from '../language/expressions/read-reference.ts';
import { runRootNames, runRoots, type RunField, type RunRoot } from '../language/expressions/run-fields.ts';
import { taskSections, type TaskSection } from '../language/flow/flow.ts';
import { tasksBefore, type FlowNames } from './flow-names.ts';
import { itemsOf, scalarAt, valueOf, type OutlineNode, type Steps } from './outline.ts';

/** What the references in a string can name (docs/reference/expressions.md). */
export interface ReferenceScope {
  readonly roots: ReferenceRoots;
  readonly names: FlowNames;
}

/** The scope of the string at a place; undefined if references are not replaced there. */
export function scopeAt(steps: Steps, names: FlowNames): ReferenceScope | undefined {
  const [section, item, property] = steps;
  if (section === undefined || !('pair' in section)) return undefined;
  const key = section.pair.key;
  const index = item !== undefined && 'index' in item ? item.index : 0;
  const only = (roots: ReferenceRoots, visible: Partial<FlowNames> = {}): ReferenceScope => ({
    roots,
    names: { inputs: names.inputs, variables: [], tasks: [], ...visible },
  });
  if (isTaskSection(key)) {
    const tasks = names.tasks.slice(0, tasksBefore(names, key, index));
    return only(rootsIn(key), { variables: names.variables, tasks });
  }
  switch (key) {
    case 'variables': {
      const above = item !== undefined && 'pair' in item ? item.node.pairs.indexOf(item.pair) : 0;
      return only(withoutTasks, { variables: names.variables.slice(0, above) });
    }
    case 'checks':
      return only(withoutTasks, { variables: names.variables });
    case 'outputs':
      return only(declaredRoots, names);
    case 'inputs':
      return only(scheduleConditionRoots, { inputs: conditionInputs(section.pair.value, index, names) });
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

/** Those whose fields tasks of a section can refer to. */
function rootsIn(section: TaskSection): ReferenceRoots {
  const hasField = (root: RunRoot) =>
    Object.values<RunField>(runRoots[root]).some(({ sections }) => sections.includes(section));
  return [...declaredRoots, ...runRootNames.filter(hasField)];
}

function isTaskSection(key: string): key is TaskSection {
  return (taskSections as readonly string[]).includes(key);
}

/** The inputs that the condition of an input lists, or all others as long as it lists none. */
function conditionInputs(inputs: OutlineNode | undefined, index: number, names: FlowNames): FlowNames['inputs'] {
  const own = itemsOf(inputs)[index];
  const listed = itemsOf(valueOf(valueOf(own, 'depends_on'), 'inputs')).flatMap((item) =>
    item?.kind === 'scalar' ? [item.text] : [],
  );
  const id = scalarAt(own, 'id')?.text;
  return names.inputs.filter(({ name }) => (listed.length > 0 ? listed.includes(name) : name !== id));
}

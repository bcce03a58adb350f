import { enumerate, quoteShort } from '../../../problem/describe-value.ts';
import type { ProblemCode } from '../../../problem/problem-catalogue.ts';
import { capitalized } from '../../../text/capitalized.ts';
import type { Suggestions } from '../../document/suggestions.ts';
import { referenceText, typeOfTriggerPart, type Reference } from '../../expressions/reference.ts';
import { placesOf, runField } from '../../expressions/run-fields.ts';
import { plainTypes, type InputTypeName } from '../../input-types/input-types.ts';
import type { ControlKind } from '../control.ts';
import type { DeclaredInput, DraftTask, FlowDraft } from '../flow-draft.ts';
import type { TaskSection } from '../flow.ts';
import { hiddenOutputs, type OutputViewpoint } from '../hidden-outputs.ts';
import { itemTypes } from '../types-of-flow.ts';

/** The declarations of all names in a flow. If two names are equal, the first one counts. */
export class Declarations {
  readonly inputs = new Map<string, DeclaredInput>();
  /** Each with its position among the variables. */
  readonly variables = new Map<string, number>();
  /** Each with its position in the order in which tasks run. */
  readonly tasks = new Map<string, DeclaredTask>();
  /** Ids of tasks beyond the limit, which were not read. */
  readonly unreadTasks: ReadonlySet<string>;

  constructor(draft: FlowDraft) {
    for (const { name } of draft.contributions.variables) this.variables.set(name, -1);
    for (const name of draft.unreadVariableNames) this.variables.set(name, -1);
    draft.variables.forEach(({ value: { name } }, position) => this.variables.set(name, position));
    for (const { value } of draft.inputs) {
      if (!this.inputs.has(value.id)) this.inputs.set(value.id, value);
    }
    for (const id of draft.unreadInputIds) if (!this.inputs.has(id)) this.inputs.set(id, { id });
    this.unreadTasks = new Set(draft.unreadTaskIds);
    draft.tasks.forEach(({ value }, position) => {
      if (!this.tasks.has(value.id)) this.tasks.set(value.id, { position, value });
    });
  }

  /** The declared type of a reference; undefined if it does not resolve. */
  typeOf(reference: Reference): InputTypeName | undefined {
    switch (reference.root) {
      case 'inputs':
        return this.inputs.get(reference.id)?.type;
      case 'variables':
        return this.variables.has(reference.name) ? plainTypes.string : undefined;
      case 'task_outputs': {
        const schema = this.tasks.get(reference.taskId)?.value.task.outputSchema ?? {};
        return Object.hasOwn(schema, reference.field) ? schema[reference.field] : undefined;
      }
      case 'items':
      case 'item_index':
        return this.#typeOfItem(reference);
      case 'trigger':
        return typeOfTriggerPart(reference);
      default:
        return runField(reference).type;
    }
  }

  #typeOfItem(reference: Extract<Reference, { root: 'items' | 'item_index' }>): InputTypeName | undefined {
    const task = this.tasks.get(reference.block)?.value.task;
    const text = referenceText(reference);
    return task && itemTypes(task).find(([item]) => referenceText(item) === text)?.[1];
  }
}

interface DeclaredTask {
  readonly position: number;
  readonly value: DraftTask;
}

/** The place of a string: how many variables and tasks, in their order, it may refer to. */
export interface Viewpoint extends OutputViewpoint<DraftTask> {
  /** The place in messages: `a check`, or `the task`, followed by the id. */
  readonly place: string;
  /** The id of the task that contains the string. */
  readonly task?: string;
  /** The section of that task. */
  readonly section?: TaskSection;
  readonly variables: number;
}

/** Why a reference does not resolve. */
export interface ReferenceProblem {
  readonly code: ProblemCode;
  readonly message: string;
}

/** The problem with a reference from a given place; undefined if it resolves. */
export function referenceProblem(
  reference: Reference,
  from: Viewpoint,
  declarations: Declarations,
  suggestions: Suggestions,
): ReferenceProblem | undefined {
  switch (reference.root) {
    case 'inputs':
      return declarations.inputs.has(reference.id) ? undefined : unknownInput(reference.id, declarations, suggestions);
    case 'variables':
      return variableProblem(reference.name, from, declarations, suggestions);
    case 'task_outputs':
      return outputProblem(reference, from, declarations, suggestions);
    case 'items':
    case 'item_index':
      return itemProblem(reference, from, declarations, suggestions);
    case 'trigger':
      // Only strings of webhook triggers have such references, and the caller of the webhook decides what exists.
      return undefined;
    default: {
      const { section } = from;
      if (section !== undefined && runField(reference).sections.includes(section)) return undefined;
      const message = `Only ${placesOf(reference)} can refer to ${referenceText(reference)}.`;
      return { code: 'invalid-expression', message };
    }
  }
}

function unknownInput(id: string, { inputs }: Declarations, suggestions: Suggestions): ReferenceProblem {
  const outer = id.split('.')[0] ?? '';
  const inside =
    outer !== id && inputs.has(outer)
      ? ` You can refer only to the whole input ${quoteShort(outer)}, not to a part of it.`
      : '';
  const advice = inside || suggestions.for(id, inputs.keys());
  return { code: 'unknown-reference', message: `Unknown input ${quoteShort(id)}.${advice}` };
}

function variableProblem(
  name: string,
  from: Viewpoint,
  { variables }: Declarations,
  suggestions: Suggestions,
): ReferenceProblem | undefined {
  const position = variables.get(name);
  if (position === undefined) {
    const advice = suggestions.for(name, variables.keys());
    return { code: 'unknown-reference', message: `Unknown variable ${quoteShort(name)}.${advice}` };
  }
  if (position < from.variables) return undefined;
  const message = `${capitalized(placeName(from))} can refer only to variables above it; ${quoteShort(name)} is not.`;
  return { code: 'forward-reference', message };
}

function outputProblem(
  reference: Extract<Reference, { root: 'task_outputs' }>,
  from: Viewpoint,
  { tasks, unreadTasks }: Declarations,
  suggestions: Suggestions,
): ReferenceProblem | undefined {
  const task = tasks.get(reference.taskId);
  if (task === undefined) {
    if (unreadTasks.has(reference.taskId)) return undefined;
    const advice = suggestions.for(reference.taskId, tasks.keys());
    return { code: 'unknown-reference', message: `Unknown task ${quoteShort(reference.taskId)}.${advice}` };
  }
  const hidden = hiddenReason(reference, task, from);
  if (hidden !== undefined) return hidden;
  const { outputSchema } = task.value.task;
  const fields = Object.keys(outputSchema);
  if (Object.hasOwn(outputSchema, reference.field)) return undefined;
  // The subflow declares its own outputs; validate-subflows checks them.
  if (fields.length === 0 && task.value.type?.subflow !== undefined) return undefined;
  if (fields.length === 0 && task.value.type?.block !== undefined) {
    const message = `The block ${quoteShort(reference.taskId)} returns nothing; refer to the tasks inside it, or declare its "outputs" if it is a loop.`;
    return { code: 'undeclared-output', message };
  }
  const known = fields.length === 0 ? 'it has no outputSchema' : `declared: ${enumerate(fields.slice(0, 20))}`;
  const advice = suggestions.for(reference.field, fields);
  const message = `The task ${quoteShort(reference.taskId)} does not declare the field ${quoteShort(reference.field)}; ${known}.${advice}`;
  return { code: 'undeclared-output', message };
}

/** Why a place cannot see the outputs of a task; undefined if it can. */
function hiddenReason(
  reference: Extract<Reference, { root: 'task_outputs' }>,
  { position, value }: DeclaredTask,
  from: Viewpoint,
): ReferenceProblem | undefined {
  const noValueYet = (reason: string): ReferenceProblem => ({
    code: 'forward-reference',
    message: `${referenceText(reference)} has no value yet: ${reason}.`,
  });
  const name = quoteShort(value.id);
  const hidden = hiddenOutputs({ position, block: value, places: value.places }, from, kindOf);
  switch (hidden?.reason) {
    case undefined:
      return undefined;
    case 'later':
      return noValueYet(
        value.id === from.task
          ? 'a task cannot refer to its own outputs'
          : `${placeName(from)} comes before the task ${name}`,
      );
    case 'around':
      return noValueYet(`${placeName(from)} is inside the block ${name}`);
    case 'apart': {
      const block = quoteShort(hidden.block.id);
      const reason =
        hidden.kind === 'choice' ? `only one of the lists of ${block} runs` : `they run at the same time in ${block}`;
      return noValueYet(
        `${placeName(from)} and ${name} are in different branches; ${reason}. Put one of them behind the block`,
      );
    }
    case 'repeated': {
      const { id } = hidden.block;
      const advice = `Declare an output of ${quoteShort(id)} with the value {{ ${referenceText(reference)} }}, and write task_outputs.${id}.<output>.`;
      const message = `The task ${name} runs once for each item or pass of ${quoteShort(id)}, so it has no single value outside. ${advice}`;
      return { code: 'undeclared-output', message };
    }
  }
}

function kindOf({ type }: DraftTask): ControlKind | undefined {
  return type?.block?.kind;
}

function itemProblem(
  reference: Extract<Reference, { root: 'items' | 'item_index' }>,
  from: Viewpoint,
  { tasks }: Declarations,
  suggestions: Suggestions,
): ReferenceProblem | undefined {
  const { block: id } = reference;
  const loops = [...tasks.values()]
    .filter(({ value }) => value.type?.block?.kind === 'loop')
    .map(({ value }) => value.id);
  if (!loops.includes(id)) {
    const advice = suggestions.for(id, loops) || (loops.length === 0 ? ' The flow has no loop.' : '');
    const message = tasks.has(id)
      ? `${quoteShort(id)} is not a loop; only loops over lists have items.${advice}`
      : `Unknown loop ${quoteShort(id)}.${advice}`;
    return { code: 'unknown-reference', message };
  }
  const place = from.inside.find(({ block }) => block.id === id);
  if (place === undefined) {
    const advice = `Declare an output of ${quoteShort(id)}, and write task_outputs.${id}.<output>.`;
    const message = `${referenceText(reference)} has a value only inside the loop ${quoteShort(id)}. ${advice}`;
    return { code: 'unknown-reference', message };
  }
  const known = itemTypes(place.block.task).map(([item]) => referenceText(item));
  const text = referenceText(reference);
  if (known.length === 0 || known.includes(text)) return undefined;
  const isPlain = reference.root === 'items' && reference.field !== undefined && known.includes(`items.${id}`);
  const advice =
    text === `items.${id}.index`
      ? ` Write item_index.${id}.`
      : isPlain
        ? ` To use fields of its items, declare them: schema: {${reference.field}: {type: ...}}.`
        : suggestions.for(text, known);
  return {
    code: 'unknown-reference',
    message: `The items of ${quoteShort(id)} have no ${text}; allowed: ${enumerate(known)}.${advice}`,
  };
}

function placeName({ place, task }: Viewpoint): string {
  return task === undefined ? place : `${place} ${quoteShort(task)}`;
}

import { enumerate, quoteShort } from '../../../base/problem/describe-value.ts';
import type { ProblemCode } from '../../../base/problem/problem-catalogue.ts';
import { capitalized } from '../../../base/text/capitalized.ts';
import type { Suggestions } from '../../document/suggestions.ts';
import { referenceText, type Reference } from '../../expressions/reference.ts';
import { placesOf, runField } from '../../expressions/run-fields.ts';
import type { ControlKind } from '../control.ts';
import { isUnreadBlock, type DraftTask } from '../flow-draft.ts';
import { hiddenOutputs } from '../hidden-outputs.ts';
import { declaredOutputs } from '../separate-calls.ts';
import { itemTypes } from '../types-of-flow.ts';
import type { Declarations, DeclaredTask, Viewpoint } from './declarations.ts';

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
      const { sections, isForSignals } = runField(reference);
      if (section !== undefined && sections.includes(section)) {
        if (isForSignals !== true || declarations.waitsForSignal) return undefined;
        const message = `The flow waits for no signal, so ${referenceText(reference)} has no value.`;
        return { code: 'invalid-expression', message };
      }
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
  if (declaredOutputs(task.value.task).length === 0 && task.value.type?.subflow !== undefined) return undefined;
  if (isUnreadBlock(task.value)) return undefined;
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
        `${placeName(from)} and ${name} are in different branches; ${reason}. Put one of them after the block`,
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

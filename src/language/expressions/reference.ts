import { plainTypes, type InputTypeName } from '../input-types/input-types.ts';
import { inputNames, type InputNames } from './reserved-names.ts';
import { runField, signalUrlInput, type RunReference } from './run-fields.ts';

/**
 * A name in an expression: an input, a variable, or a field that an earlier task returns; in error and final tasks also
 * a field of the run; in webhook triggers only, a part of the delivery (docs/reference/expressions.md).
 */
export type Reference =
  | { readonly root: 'inputs'; readonly id: string }
  | { readonly root: 'variables'; readonly name: string }
  | { readonly root: 'task_outputs'; readonly taskId: string; readonly field: string }
  | ItemReference
  /** The index of an item, from 0. */
  | { readonly root: 'item_index'; readonly block: string }
  | RunReference
  | TriggerReference;

/** The item of a loop, or a field of it. */
export interface ItemReference {
  readonly root: 'items';
  /** The id of the loop. */
  readonly block: string;
  /** Undefined for an item that is a single value. */
  readonly field?: string;
}

/** The body of a webhook call, or a value in it by keys and indexes; or a header, by name. */
export interface TriggerReference {
  readonly root: 'trigger';
  readonly part: 'body' | 'headers';
  readonly path: readonly string[];
}

/** Headers are strings; the types of body values are known only on delivery. */
export function typeOfTriggerPart(reference: Reference): InputTypeName | undefined {
  return reference.root === 'trigger' && reference.part === 'headers' ? plainTypes.string : undefined;
}

/**
 * UPPER_SNAKE of an id: inserts `_` at a lower-to-upper boundary, replaces `.` and `-` with `_`, and converts to upper
 * case (docs/reference/expressions.md).
 */
export function upperSnake(id: string): string {
  if (!/[A-Z.-]/.test(id)) return id.toUpperCase();
  return id.replace(/(?<=[a-z0-9])(?=[A-Z])|[.-]/g, '_').toUpperCase();
}

/** The names of an input in the environment of tasks and in a build. */
export function namesOfInput(id: string): InputNames {
  if (id !== signalUrlInput) return inputNames(upperSnake(id));
  const { name } = runField({ root: 'execution', field: 'signal_url' });
  return { name, parameter: name };
}

/** The environment variable of an input, which references read. */
export function inputVariable(id: string): string {
  return namesOfInput(id).name;
}

/** Every environment variable with the value of an input. */
export function inputVariables(id: string): readonly string[] {
  const { name, also } = namesOfInput(id);
  return also === undefined ? [name] : [name, also];
}

/**
 * The environment variable of a reference's value on the agent.
 * @throws TypeError for a part of a delivery, which agents never see
 */
export function environmentName(reference: Reference): string {
  switch (reference.root) {
    case 'inputs':
      return inputVariable(reference.id);
    case 'variables':
      return reference.name;
    case 'task_outputs':
      return `TASK_${upperSnake(reference.taskId)}_${upperSnake(reference.field)}`;
    case 'items': {
      const { block, field } = reference;
      return `ITEM_${upperSnake(block)}${field === undefined ? '' : `_${upperSnake(field)}`}`;
    }
    case 'item_index':
      return `ITEM_INDEX_${upperSnake(reference.block)}`;
    case 'trigger':
      throw new TypeError(`${referenceText(reference)} has no name in the environment`);
    default:
      return runField(reference).name;
  }
}

/** The reference as an author writes it, without braces. */
export function referenceText(reference: Reference): string {
  switch (reference.root) {
    case 'inputs':
      return `inputs.${reference.id}`;
    case 'variables':
      return `variables.${reference.name}`;
    case 'task_outputs':
      return `task_outputs.${reference.taskId}.${reference.field}`;
    case 'items':
      return `items.${reference.block}${reference.field === undefined ? '' : `.${reference.field}`}`;
    case 'item_index':
      return `item_index.${reference.block}`;
    case 'trigger':
      return ['trigger', reference.part, ...reference.path].join('.');
    default:
      return `${reference.root}.${reference.field}`;
  }
}

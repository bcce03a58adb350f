import { inputTypes, type InputTypeName } from '../input-types/input-types.ts';
import { isOfForm } from '../input-types/value-form.ts';

/**
 * The rule for a number or boolean that a reference stands in for: the keywords of its JSON Schema
 * (docs/reference/tasks.md).
 */
export interface ValueRule {
  readonly type: 'integer' | 'number' | 'boolean';
  readonly minimum?: number;
  readonly maximum?: number;
  readonly exclusiveMinimum?: number;
  readonly exclusiveMaximum?: number;
  /** Whether the task requires a value. */
  readonly required: boolean;
}

export const boundKeywords = ['minimum', 'maximum', 'exclusiveMinimum', 'exclusiveMaximum'] as const;

/** Whether values of a type can follow a rule. The bounds are checked once the value is known. */
export function fitsRule(type: InputTypeName, rule: ValueRule): boolean {
  const { form } = inputTypes[type];
  return form !== 'json' && isOfForm(form, rule.type);
}

/** Regular expressions of the strings that are such a value. In a build, the check of the input type decides. */
export const valuePatterns: Readonly<Record<ValueRule['type'], string>> = {
  integer: '-?(?:0|[1-9][0-9]*)',
  number: '-?(?:0|[1-9][0-9]*)(?:\\.[0-9]+)?(?:[eE][+-]?[0-9]+)?',
  boolean: 'true|false',
};

const syntax: Readonly<Record<ValueRule['type'], RegExp>> = {
  integer: new RegExp(`^(?:${valuePatterns.integer})$`),
  number: new RegExp(`^(?:${valuePatterns.number})$`),
  boolean: new RegExp(`^(?:${valuePatterns.boolean})$`),
};

/** The value of a string such as `4`, `0.5` or `true`; undefined for every other string. */
export function valueOfText(text: string, type: ValueRule['type']): number | boolean | undefined {
  if (!syntax[type].test(text)) return undefined;
  return type === 'boolean' ? text === 'true' : Number(text);
}

/** Whether a value follows the rule. */
export function keepsRule(value: number | boolean | undefined, rule: ValueRule): boolean {
  if (typeof value !== 'number') return rule.type === 'boolean' && value !== undefined;
  const { minimum = -Infinity, maximum = Infinity, exclusiveMinimum = -Infinity, exclusiveMaximum = Infinity } = rule;
  const fits = rule.type === 'number' ? Number.isFinite(value) : rule.type === 'integer' && Number.isSafeInteger(value);
  return fits && value >= minimum && value <= maximum && value > exclusiveMinimum && value < exclusiveMaximum;
}

/** What a value must be, after "must be": `an integer, at least 1 and at most 9`. */
export function describeRule({ type, minimum, maximum, exclusiveMinimum, exclusiveMaximum }: ValueRule): string {
  const bounds = [
    ...(minimum === undefined ? [] : [`at least ${minimum}`]),
    ...(exclusiveMinimum === undefined ? [] : [`greater than ${exclusiveMinimum}`]),
    ...(maximum === undefined ? [] : [`at most ${maximum}`]),
    ...(exclusiveMaximum === undefined ? [] : [`less than ${exclusiveMaximum}`]),
  ];
  const noun = { boolean: 'true or false', integer: 'an integer', number: 'a number' }[type];
  return bounds.length === 0 ? noun : `${noun}, ${bounds.join(' and ')}`;
}

import { inputTypes, type InputTypeName } from '../input-types/input-types.ts';
import { comparedKinds, type ComparedKind } from '../input-types/value-form.ts';
import type { Condition } from './condition.ts';
import { referenceText, type Reference } from './reference.ts';

/** The declared type of a reference; undefined if it does not resolve. */
export type TypeOf = (reference: Reference) => InputTypeName | undefined;

/** Kinds of values that can be compared, including `null` and values of unknown type. */
export type ValueKind = ComparedKind | 'null' | 'unknown';

export function kindOfType(type: InputTypeName | undefined): ValueKind {
  return type === undefined ? 'unknown' : comparedKinds[inputTypes[type].form];
}

/** The kind of a condition's value; `unknown` for references that do not resolve. */
export function kindOf(condition: Condition, typeOf: TypeOf): ValueKind {
  switch (condition.kind) {
    case 'reference':
      return kindOfType(typeOf(condition.reference));
    case 'list':
      return 'list';
    case 'literal':
      return kindOfLiteral(condition.value);
    case 'pattern':
      return 'string';
    case 'unary':
    case 'infix':
      return 'boolean';
  }
}

function kindOfLiteral(value: Extract<Condition, { kind: 'literal' }>['value']): ValueKind {
  switch (typeof value) {
    case 'string':
      return 'string';
    case 'number':
      return 'number';
    case 'boolean':
      return 'boolean';
    default:
      return 'null';
  }
}

/** An operand in a message: `inputs.count (<type>)`, `the string "5"`. */
export function describeOperand(condition: Condition, typeOf: TypeOf): string {
  switch (condition.kind) {
    case 'reference':
      return `${referenceText(condition.reference)} (${typeOf(condition.reference) ?? 'unknown'})`;
    case 'list':
      return 'a list';
    case 'literal':
      return condition.value === null
        ? 'null'
        : `the ${kindOfLiteral(condition.value)} ${JSON.stringify(condition.value)}`;
    case 'pattern':
      return `the pattern ${JSON.stringify(condition.pattern)}`;
    case 'unary':
    case 'infix':
      return 'a condition';
  }
}

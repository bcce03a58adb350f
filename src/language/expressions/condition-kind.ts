import type { Condition } from './condition.ts';
import { referenceText, type Reference } from './reference.ts';
import type { InputTypeName } from './value-type.ts';

/** The declared type of a reference; undefined when it does not resolve. */
export type TypeOf = (reference: Reference) => InputTypeName | undefined;

/** What values of a type can be compared with: DESIGN 4 speaks of numbers, texts and lists. */
export type ValueKind = 'text' | 'number' | 'boolean' | 'list' | 'json' | 'null' | 'unknown';

export function kindOfType(type: InputTypeName | undefined): ValueKind {
  switch (type) {
    case undefined:
      return 'unknown';
    case 'INT':
    case 'FLOAT':
      return 'number';
    case 'BOOLEAN':
      return 'boolean';
    case 'MULTISELECT':
      return 'list';
    case 'JSON':
      return 'json';
    default:
      return 'text';
  }
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
      return 'text';
    case 'unary':
    case 'infix':
      return 'boolean';
  }
}

function kindOfLiteral(value: Extract<Condition, { kind: 'literal' }>['value']): ValueKind {
  switch (typeof value) {
    case 'string':
      return 'text';
    case 'number':
      return 'number';
    case 'boolean':
      return 'boolean';
    default:
      return 'null';
  }
}

/** An operand as messages name it: `inputs.count (INT)`, `the text "5"`. */
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
      return 'a condition, which is true or false,';
  }
}

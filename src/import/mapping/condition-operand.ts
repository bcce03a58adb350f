import type { Expression } from '../groovy/syntax.ts';
import type { ByHand } from './draft-task.ts';
import { knownValueOf } from './known-value-of.ts';
import { piecesOf } from './pieces-of.ts';
import type { Scope } from './scope.ts';
import type { WrittenValue } from './value.ts';

/** An operand of a condition. */
export interface Operand {
  /** As a flow writes it. */
  readonly text: string;
  /**
   * What Groovy compares. `boolean text`: a boolean of the flow that is the string `true` or `false` in Groovy, as in the
   * environment. `word`: a string without an order in flows.
   */
  readonly type: 'text' | 'word' | 'boolean' | 'boolean text' | 'number' | 'null';
  readonly constant?: string | number | boolean | null;
  /** What Groovy calls it. */
  readonly name: string;
  readonly differs: readonly string[];
}

export function isOperand(found: Operand | ByHand): found is Operand {
  return 'type' in found;
}

export function operandOf(expression: Expression, scope: Scope): Operand | ByHand {
  switch (expression.kind) {
    case 'literal':
      return literalOperand(expression.value);
    case 'unary': {
      const operand = operandOf(expression.of, scope);
      if (expression.operator !== '-' || !isOperand(operand) || typeof operand.constant !== 'number')
        return { byHand: `it compares with ${expression.operator}` };
      return literalOperand(-operand.constant);
    }
    case 'template':
      return stringOperand(expression, scope);
    case 'call':
      if (expression.name === 'toString' && expression.of !== undefined && expression.arguments.length === 0)
        return stringOperand(expression, scope);
      return { byHand: `it compares the result of ${expression.name}()` };
    case 'name':
    case 'property':
    case 'index':
      return namedOperand(expression, scope);
    default:
      return { byHand: 'it compares a value that Groovy computes' };
  }
}

function literalOperand(value: string | number | boolean | null): Operand {
  const common = { constant: value, name: JSON.stringify(value), differs: [] };
  if (value === null) return { ...common, text: 'null', type: 'null' };
  if (typeof value === 'string') return { ...common, text: quoted(value), type: 'text' };
  return { ...common, text: String(value), type: typeof value === 'number' ? 'number' : 'boolean' };
}

/** `"${params.X}"` is the string of its only value. */
function stringOperand(expression: Expression, scope: Scope): Operand | ByHand {
  const pieces = piecesOf(expression, scope);
  if ('byHand' in pieces) return pieces;
  const [only = '', ...others] = pieces;
  if (others.length > 0) return { byHand: 'no condition can put strings together' };
  if (typeof only === 'string') return literalOperand(only);
  return operandOfValue(only.name, only.value, true);
}

function namedOperand(expression: Expression, scope: Scope): Operand | ByHand {
  const found = knownValueOf(expression, scope);
  return 'byHand' in found ? found : operandOfValue(found.name, found.value, found.isEnvironment);
}

function operandOfValue(
  name: string,
  value: Scope['env'] extends ReadonlyMap<string, infer Known> ? Known : never,
  isString: boolean,
): Operand | ByHand {
  const { operand, constant, form, differs, unknown } = value;
  const common = { name, differs: differs === undefined ? [] : [differs] };
  if (operand === undefined) {
    if (constant === undefined) return { byHand: unknown ?? `no condition can refer to ${name}` };
    return { ...literalOperand(isString ? String(constant) : constant), ...common };
  }
  if (form === 'secret' || form === 'list') return { byHand: `no condition can compare the ${form} ${name}` };
  if (form === 'boolean') return { ...common, text: operand, type: isString ? 'boolean text' : 'boolean' };
  if (form === 'number')
    return isString
      ? { byHand: `${name} is a string in Groovy, and a number in a flow` }
      : { ...common, text: operand, type: 'number' };
  return { ...common, text: operand, type: form === 'word' && constant === undefined ? 'word' : 'text' };
}

/** Whether Groovy takes the value for true: a string that is not empty, a number that is not 0. */
export function truthOf({ text, type, constant, name, differs }: Operand): WrittenValue | ByHand {
  if (constant !== undefined) return { text: String(isTrue(constant)), differs };
  if (type === 'boolean text') return { byHand: `${name} is a string, and Groovy treats "false" as true` };
  return { text, differs };
}

function isTrue(constant: string | number | boolean | null): boolean {
  return constant !== null && constant !== '' && constant !== 0 && constant !== false;
}

/** A string in a condition. */
export function quoted(text: string): string {
  const escapes: Readonly<Record<string, string>> = { '\\': '\\\\', "'": "\\'", '\n': '\\n', '\r': '\\r', '\t': '\\t' };
  return `'${text.replace(/[\\'\n\r\t]/g, (character) => escapes[character] ?? character)}'`;
}

/** A pattern in a condition: a backslash is doubled only where the string would read it as an escape. */
export function quotedPattern(pattern: string): string {
  return `'${pattern.replace(/\\(?=[\\'"nrtu]|$)|\\?'/g, (found) => (found.endsWith("'") ? "\\'" : '\\\\'))}'`;
}

import type { Expression } from '../../groovy/syntax.ts';
import { pathOf } from '../context/construct-of.ts';
import { importLimits, sizeOf } from '../context/import-budget.ts';
import type { Scope } from '../context/job-mapping.ts';
import type { KnownValue } from '../context/names.ts';
import type { ByHand } from '../drafts/draft-flow.ts';

/** A value and what Groovy calls it. */
interface NamedValue {
  /** Such as `params.VERSION`, for messages. */
  readonly name: string;
  readonly value: KnownValue;
  /** Whether it is a variable of the environment, which is always a string: `'false'` is true there. */
  readonly isEnvironment: boolean;
}

/** A value as a template or a condition, with what is not quite the same. */
export interface WrittenValue {
  readonly text: string;
  readonly differs: readonly string[];
}

/** What `params.X`, `params['X']`, `env.X` or a plain name means. */
export function knownValueOf(expression: Expression, scope: Scope): NamedValue | ByHand {
  const found = foundValue(expression, scope);
  if ('byHand' in found) return found;
  const { text, shell, constant } = found.value;
  const size = Math.max(text?.length ?? 0, shell?.length ?? 0, typeof constant === 'string' ? constant.length : 0);
  return scope.job.budget.takeValue(size) ?? found;
}

function foundValue(expression: Expression, scope: Scope): NamedValue | ByHand {
  const path = pathOf(expression);
  if (path === undefined) return { byHand: 'it computes a value with Groovy' };
  const [root = '', key, ...rest] = path;
  const name = path.join('.');
  if (key === undefined) {
    const local = scope.locals.get(root);
    const value = local ?? scope.env.get(root);
    return value === undefined ? unknownName(name) : named({ name, value, isEnvironment: local === undefined });
  }
  const argument = scope.locals.get(name);
  if (argument !== undefined) return named({ name, value: argument, isEnvironment: false });
  if (rest.length > 0 || (root !== 'params' && root !== 'env')) return unknownName(name);
  const value = scope[root].get(key);
  if (value !== undefined) return named({ name, value, isEnvironment: root === 'env' });
  if (root === 'params') return { byHand: `the parameter ${key} is not declared` };
  return { name, value: variableOfAgent(key), isEnvironment: true };
}

/** A variable that nothing in the job sets: only a shell on the agent can read it. */
function variableOfAgent(name: string): KnownValue {
  return {
    shell: `\${${name}}`,
    form: 'text',
    differs: `${name} must be set on the agent`,
    unknown: `nothing in the job sets ${name}`,
  };
}

function named(found: NamedValue): NamedValue | ByHand {
  const { text, shell, operand, constant, unknown } = found.value;
  const isKnown = [text, shell, operand, constant].some((form) => form !== undefined);
  return isKnown ? found : { byHand: unknown ?? `the value of ${found.name} is not known` };
}

function unknownName(name: string): ByHand {
  return { byHand: `the value of ${name} is not known` };
}

/** A part of a string that Groovy puts together: its text, or a value that a flow knows. */
export type StringPiece = string | NamedValue;

/** The parts of a string, a GString, a sum of both, or a single value; neighbouring texts are one part. */
export function piecesOf(expression: Expression, scope: Scope): readonly StringPiece[] | ByHand {
  switch (expression.kind) {
    case 'literal':
      return [String(expression.value)];
    case 'template':
      return joined(expression.parts.map((part) => (typeof part === 'string' ? [part] : piecesOf(part, scope))));
    case 'binary':
      if (expression.operator === '+' && (isString(expression.left) || isString(expression.right)))
        return joined([piecesOf(expression.left, scope), piecesOf(expression.right, scope)]);
      return { byHand: 'it computes a value with Groovy' };
    case 'call':
      if (expression.name === 'toString' && expression.of !== undefined && expression.arguments.length === 0)
        return piecesOf(expression.of, scope);
      return { byHand: `it calls ${expression.name}()` };
    case 'name':
    case 'property':
    case 'index': {
      const found = knownValueOf(expression, scope);
      if ('byHand' in found) return found;
      return found.value.constant === undefined || found.value.text !== undefined
        ? [found]
        : [String(found.value.constant)];
    }
    case 'closure': {
      const [only, ...others] = expression.body;
      if (only?.kind === 'expression' && others.length === 0) return piecesOf(only.expression, scope);
      return { byHand: 'it computes a value with Groovy' };
    }
    default:
      return { byHand: 'it computes a value with Groovy' };
  }
}

/** Whether `+` with the expression joins strings. */
function isString(expression: Expression): boolean {
  switch (expression.kind) {
    case 'literal':
      return typeof expression.value === 'string';
    case 'template':
      return true;
    case 'binary':
      return expression.operator === '+' && (isString(expression.left) || isString(expression.right));
    case 'call':
      return expression.name === 'toString' && expression.of !== undefined;
    default:
      return false;
  }
}

function joined(lists: readonly (readonly StringPiece[] | ByHand)[]): readonly StringPiece[] | ByHand {
  const pieces: StringPiece[] = [];
  for (const list of lists) {
    if ('byHand' in list) return list;
    for (const piece of list) {
      const last = pieces.at(-1);
      if (typeof piece === 'string' && typeof last === 'string') pieces[pieces.length - 1] = last + piece;
      else pieces.push(piece);
    }
  }
  return pieces;
}

export type Constant = string | number | boolean | null | undefined;

/** The value of an expression that has the same value in every build; undefined for any other expression. */
export function constantOf(expression: Expression, scope: Scope): Constant {
  switch (expression.kind) {
    case 'literal':
      return expression.value;
    case 'unary': {
      const value = constantOf(expression.of, scope);
      if (expression.operator === '!' && typeof value === 'boolean') return !value;
      return expression.operator === '-' && typeof value === 'number' ? -value : undefined;
    }
    case 'name':
    case 'property':
    case 'index': {
      const found = knownValueOf(expression, scope);
      return 'byHand' in found ? undefined : found.value.constant;
    }
    case 'template':
    case 'binary': {
      const pieces = piecesOf(expression, scope);
      if ('byHand' in pieces) return undefined;
      const texts = pieces.map((piece) => (typeof piece === 'string' ? piece : piece.value.constant));
      return texts.includes(undefined) ? undefined : texts.join('');
    }
    default:
      return undefined;
  }
}

/** The items of a list literal, or of the variable of one, as texts; undefined if an item is computed, or the list too long. */
export function constantItems(expression: Expression, scope: Scope): readonly string[] | undefined {
  const items = expression.kind === 'name' ? scope.locals.get(expression.name)?.items : listed(expression, scope);
  const isTooLong = items !== undefined && scope.job.budget.takeValue(sizeOf(items, importLimits.value)) !== undefined;
  return isTooLong ? undefined : items;
}

function listed(expression: Expression, scope: Scope): readonly string[] | undefined {
  if (expression.kind !== 'list') return undefined;
  const items = expression.items.map((item) => constantOf(item, scope));
  return items.some((item) => item === undefined || item === null) ? undefined : items.map(String);
}

import { closureAt, statementOf } from '../groovy/make-tree.ts';
import { parseExpression, parseGroovy } from '../groovy/parse-groovy.ts';
import type { Argument, Call, Expression, Span, Statement } from '../groovy/syntax.ts';

/** Builds a call from its model: `{name, arguments, children}`. All of its parts are at one place. */
export function callFrom(model: Fields, at: Span): Call {
  const children = listOf(model['children']).map((child) => statementOf(callFrom(child, at)));
  const body: Argument[] = 'children' in model ? [{ value: closureAt(at, children) }] : [];
  const { start, end } = at;
  return {
    kind: 'call',
    name: textOf(model['name']),
    arguments: [...argumentsFrom(model['arguments'], at), ...body],
    start,
    end,
  };
}

/** A single value stands for an argument without a name. */
function argumentsFrom(value: unknown, at: Span): readonly Argument[] {
  if (!Array.isArray(value)) return value === undefined ? [] : [{ value: expressionFrom(value, at) }];
  return listOf(value).map((argument) => {
    const { key } = argument;
    if (typeof key !== 'string') return { value: expressionFrom(argument, at) };
    if ('children' in argument) {
      const steps = listOf(argument['children']).map((child) => statementOf(callFrom(child, at)));
      return { name: key, value: closureAt(at, steps) };
    }
    if (key === 'scriptBlock') return { value: closureAt(at, scriptFrom(argument['value'], at)) };
    return { name: key, value: expressionFrom(argument['value'], at) };
  });
}

/** The statements of a `script` or `expression` block, which the model has as text. */
function scriptFrom(value: unknown, at: Span): readonly Statement[] {
  return placed(parseGroovy(textOf(fieldsOf(value)['value'])).statements, at);
}

/** Builds a value from its model: `{isLiteral, value}`, or a call. */
export function expressionFrom(model: unknown, at: Span): Expression {
  const fields = fieldsOf(model);
  if (typeof fields['name'] === 'string') return callFrom(fields, at);
  const { value } = fields;
  if (fields['isLiteral'] !== true) return placed(parseExpression(sourceOf(textOf(value))), at);
  const { start, end } = at;
  const isPlain = typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean';
  return { kind: 'literal', value: isPlain ? value : null, start, end };
}

/** A string with values in it is in the model as its source; other expressions are in `${...}`. */
function sourceOf(text: string): string {
  return text.startsWith('${') && text.endsWith('}') ? text.slice(2, -1) : text;
}

/** A copy of a tree of which every part is at one place. */
function placed<Tree>(tree: Tree, { start, end }: Span): Tree {
  const copy = (node: unknown): unknown => {
    if (Array.isArray(node)) return node.map(copy);
    if (typeof node !== 'object' || node === null) return node;
    const parts = Object.entries(node).map(([key, value]) => [key, copy(value)] as const);
    return 'kind' in node ? { ...Object.fromEntries(parts), start, end } : Object.fromEntries(parts);
  };
  return copy(tree) as Tree; // the same keys with values of the same types
}

/** What a controller answers is JSON whose shape depends on its version; what is missing is empty here. */
export type Fields = Readonly<Record<string, unknown>>;

export function fieldsOf(value: unknown): Fields {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Fields) : {}; // checked
}

export function listOf(value: unknown): readonly Fields[] {
  return Array.isArray(value) ? value.map(fieldsOf) : [];
}

export function textOf(value: unknown): string {
  return typeof value === 'string' ? value : '';
}

import type { Argument, Expression, Statement } from '../groovy/syntax.ts';
import { printExpression, printStatements } from './print-tree.ts';

/**
 * Text that is the same for two ways to write one thing: `sh 'x'` and `sh(script: 'x')`, of which a controller only knows
 * the second. With `isSorted`, the order of statements in closures does not count.
 */
export function comparable(tree: Expression | readonly Statement[], isSorted = false): string {
  const copy = (node: unknown): unknown => {
    if (Array.isArray(node)) return node.map(copy);
    if (typeof node !== 'object' || node === null) return node;
    const parts = Object.fromEntries(Object.entries(node).map(([key, value]) => [key, copy(value)]));
    if (parts['kind'] === 'call')
      return { ...parts, arguments: withoutNames(parts['arguments'] as readonly Argument[]) }; // of a call
    if (parts['kind'] === 'binary') return joined(parts as unknown as Expression); // of a binary expression
    if (parts['kind'] !== 'closure' || !isSorted) return parts;
    return { ...parts, body: sorted(parts['body'] as readonly Statement[]) }; // of a closure
  };
  if (Array.isArray(tree)) return printStatements(copy(tree) as readonly Statement[]); // the same types
  return printExpression(copy(tree) as Expression); // the same types
}

function sorted(body: readonly Statement[]): readonly Statement[] {
  return body.toSorted((one, other) => (printStatements([one]) < printStatements([other]) ? -1 : 1));
}

/** A single argument needs no name, and a map is arguments with names. */
function withoutNames(list: readonly Argument[]): readonly Argument[] {
  const isBody = ({ name, value }: Argument): boolean => name === undefined && value.kind === 'closure';
  const closures = list.filter(isBody);
  let others = withoutName(list.filter((argument) => !isBody(argument)));
  while (others.length === 1 && entriesOf(others[0]!) !== undefined) others = withoutName(entriesOf(others[0]!)!);
  return [...others, ...closures];
}

function withoutName(list: readonly Argument[]): readonly Argument[] {
  return list.length === 1 ? list.map(({ value }) => ({ value })) : list;
}

/** The arguments that a map without a name stands for. */
function entriesOf({ name, key, value }: Argument): readonly Argument[] | undefined {
  if (name !== undefined || key !== undefined || value.kind !== 'map') return undefined;
  const entries = value.entries.flatMap((entry): readonly Argument[] => {
    const word = entry.key.kind === 'literal' ? entry.key.value : undefined;
    return typeof word === 'string' ? [{ name: word, value: entry.value }] : [];
  });
  return entries.length === value.entries.length ? entries : undefined;
}

/** A controller joins strings in the environment. */
function joined(node: Expression): Expression {
  if (node.kind !== 'binary' || node.operator !== '+') return node;
  const { left, right } = node;
  const areTexts = left.kind === 'literal' && right.kind === 'literal' && typeof left.value === 'string';
  return areTexts ? { ...left, value: `${left.value}${right.value}` } : node;
}

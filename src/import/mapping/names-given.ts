import type { Expression, Statement } from '../groovy/syntax.ts';
import { expressionsOf } from '../groovy/walk.ts';
import { pathOf } from './known-value-of.ts';

/** How often each name is in a list. */
export function countOf(names: readonly string[]): ReadonlyMap<string, number> {
  const counts = new Map<string, number>();
  for (const name of names) counts.set(name, (counts.get(name) ?? 0) + 1);
  return counts;
}

/** The names that a statement gives a meaning, apart from declarations: loop variables and parameters. */
export function namesGivenBy(statement: Statement): readonly string[] {
  const parameters = expressionsOf(statement).flatMap((part) => (part.kind === 'closure' ? part.parameters : []));
  switch (statement.kind) {
    case 'control':
      return statement.name === undefined ? parameters : [...parameters, statement.name];
    case 'definition':
      return statement.parameters ?? [];
    case 'try':
      return statement.catches.flatMap(({ name }) => (name === undefined ? [] : [name]));
    default:
      return parameters;
  }
}

/** The names that are declared more than once. */
export function repeatedDeclarations(all: readonly Statement[]): readonly string[] {
  const declared = all.flatMap((statement) => (statement.kind === 'declaration' ? statement.names : []));
  return [...countOf(declared)].flatMap(([name, count]) => (count > 1 ? [name] : []));
}

/** What a statement assigns: `x = 1`, `env.X = 1`, `x++`, and `y = x++` or `f(x = 1)`, too. */
export function assignedNames(statement: Statement): readonly string[] {
  return targetsOf(statement).flatMap((target) => {
    const path = pathOf(target);
    return path === undefined || path.length > 2 ? [] : [path.join('.')];
  });
}

/** The variables whose list or map a statement changes: `x << 1`, `x.add(1)`, `x[0] = 1`. */
export function changedNames(statement: Statement): readonly string[] {
  const inside = targetsOf(statement).flatMap((target) => (target.kind === 'index' ? [target.of] : []));
  const changed = expressionsOf(statement).flatMap((part) => {
    if (part.kind === 'call') return part.of !== undefined && changing.has(part.name) ? [part.of] : [];
    return part.kind === 'binary' && part.operator === '<<' ? [part.left] : [];
  });
  return [...inside, ...changed].flatMap((target) => (target.kind === 'name' ? [target.name] : []));
}

function targetsOf(statement: Statement): readonly Expression[] {
  const targets = expressionsOf(statement).flatMap((part) => {
    if (part.kind === 'unary') return /^x?(\+\+|--)$/.test(part.operator) ? [part.of] : [];
    return part.kind === 'binary' && /^([^=!<>]|<<|>>)?=$/.test(part.operator) ? [part.left] : [];
  });
  return statement.kind === 'assignment' ? [...targets, statement.target] : targets;
}

/** Methods that change the list or map on which they are called. */
const changing: ReadonlySet<string> = new Set(
  [
    'add addAll addFirst addLast append clear insert leftShift pop push put putAll putAt putIfAbsent remove removeAll',
    'removeAt removeElement removeIf removeLast replaceAll retainAll set shuffle sort swap unique',
  ].flatMap((names) => names.split(' ')),
);

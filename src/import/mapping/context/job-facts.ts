import type { Expression, Statement } from '../../groovy/syntax.ts';
import { allStatements, callsIn, expressionsOf } from '../../groovy/walk.ts';
import type { Pipeline, Repository } from '../../pipeline/pipeline.ts';
import { pathOf } from './construct-of.ts';
import { defaultCheckoutOf, type DefaultCheckout } from './default-checkout.ts';

export type Definition = Extract<Statement, { kind: 'definition' }>;

/** What is known of a whole job, wherever one is in it. */
export class JobFacts {
  /** Where the source of the job comes from, if that is known. */
  readonly repository: Repository | undefined;
  /** The checkout that Jenkins does by itself; undefined if it does none. */
  readonly defaultCheckout: DefaultCheckout | undefined;
  /** The methods that the job defines, by name. */
  readonly methods: ReadonlyMap<string, Definition>;
  readonly #calls: ReadonlyMap<string, number>;
  readonly #assignments: ReadonlyMap<string, number>;
  readonly #meanings: ReadonlyMap<string, number>;
  readonly #changed: ReadonlySet<string>;

  constructor(pipeline: Pipeline) {
    const { statements } = pipeline.file;
    this.repository = pipeline.repository;
    this.defaultCheckout = defaultCheckoutOf(pipeline);
    const all = allStatements(statements);
    this.#assignments = countOf(all.flatMap(assignedNames));
    this.#changed = new Set(all.flatMap(changedNames));
    this.#meanings = countOf(all.flatMap(namesGivenBy).concat(repeatedDeclarations(all)));
    this.#calls = countOf(all.flatMap(callsIn));
    const methods = statements.filter((one) => one.kind === 'definition').filter(({ word }) => word === 'method');
    // Of methods with one name, Groovy chooses by their arguments.
    const isAlone = ({ name }: Definition) => methods.filter((method) => method.name === name).length === 1;
    this.methods = new Map(methods.filter(isAlone).map((method) => [method.name, method]));
  }

  /** How often a step or method is called in the whole job. */
  callsOf(name: string): number {
    return this.#calls.get(name) ?? 0;
  }

  /** How often a variable, or `env.NAME`, is assigned besides its declaration. */
  assignmentsOf(name: string): number {
    return this.#assignments.get(name) ?? 0;
  }

  /** Whether something changes the list or map of a variable. */
  isChanged(name: string): boolean {
    return this.#changed.has(name);
  }

  /** How many meanings a name has in the job besides its only declaration: as a loop variable or parameter, for example. */
  meaningsOf(name: string): number {
    return this.#meanings.get(name) ?? 0;
  }
}

/** How often each name is in a list. */
function countOf(names: readonly string[]): ReadonlyMap<string, number> {
  const counts = new Map<string, number>();
  for (const name of names) counts.set(name, (counts.get(name) ?? 0) + 1);
  return counts;
}

/** The names that a statement gives a meaning, apart from declarations: loop variables and parameters. */
function namesGivenBy(statement: Statement): readonly string[] {
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
function repeatedDeclarations(all: readonly Statement[]): readonly string[] {
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
function changedNames(statement: Statement): readonly string[] {
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

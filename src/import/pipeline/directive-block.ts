import type { Call, Closure, Expression, Statement } from '../groovy/syntax.ts';

/** A statement that is a call without a receiver, such as `agent any`. */
interface Directive {
  readonly statement: Statement;
  readonly call: Call;
}

/** The directives of a block, which a reader takes by name. What nobody takes is unknown, and so is a second one of a name. */
export class DirectiveBlock {
  readonly #directives = new Map<string, Directive>();
  /** By place, so that they come out in the order of the source. */
  readonly #unknown: Statement[] = [];

  constructor(statements: readonly Statement[]) {
    for (const statement of statements) {
      const call = directiveOf(statement);
      if (call === undefined || this.#directives.has(call.name)) this.#unknown.push(statement);
      else this.#directives.set(call.name, { statement, call });
    }
  }

  take(name: string): Call | undefined {
    const call = this.#directives.get(name)?.call;
    this.#directives.delete(name);
    return call;
  }

  /** Takes a directive whose only argument is a closure. */
  takeSection(name: string): Closure | undefined {
    const call = this.#directives.get(name)?.call;
    const body = call && bodyOf(call);
    if (body !== undefined) this.#directives.delete(name);
    return body;
  }

  /** Takes a section that is a list of calls; its other statements are unknown. */
  takeCalls(name: string): readonly Call[] {
    return (this.takeSection(name)?.body ?? []).flatMap((statement) => {
      const call = directiveOf(statement);
      if (call === undefined) this.keep(statement);
      return call ?? [];
    });
  }

  /** Adds a statement to the unknown ones. */
  keep(statement: Statement): void {
    this.#unknown.push(statement);
  }

  unknown(): readonly Statement[] {
    const left = [...this.#directives.values()].map(({ statement }) => statement);
    return [...this.#unknown, ...left].toSorted((one, other) => one.start - other.start);
  }
}

/** The call that a statement consists of, if nothing stands in front of its name. */
export function directiveOf(statement: Statement): Call | undefined {
  if (statement.kind !== 'expression' || statement.expression.kind !== 'call') return undefined;
  const call = statement.expression;
  return call.of === undefined ? call : undefined;
}

/** The closure of `name { ... }`; undefined if the call has other arguments, or none. */
export function bodyOf(call: Call): Closure | undefined {
  const [argument] = call.arguments;
  const isOnly = call.arguments.length === 1 && argument?.name === undefined;
  return isOnly && argument?.value.kind === 'closure' ? argument.value : undefined;
}

/** A string, number or boolean as text; undefined if it is something else. */
export function literalText(expression: Expression | undefined): string | undefined {
  if (expression?.kind !== 'literal' || expression.value === null) return undefined;
  return String(expression.value);
}

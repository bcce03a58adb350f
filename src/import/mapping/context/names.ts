import type { Statement } from '../../groovy/syntax.ts';
import { allStatements } from '../../groovy/walk.ts';
import { assignedNames } from './job-facts.ts';

/** What a name means. Without `text` and `shell`, the value is unknown, for the reason in `unknown`. */
export interface KnownValue {
  /** As a template of the flow, such as `{{ inputs.version }}` or `1.0-{{ inputs.suffix }}`. */
  readonly text?: string;
  /** As shell code, for a value that only the shell knows: `$BUILD_NUMBER`. */
  readonly shell?: string;
  /** As an operand of a condition, such as `inputs.version`. */
  readonly operand?: string;
  /** What the operand is: decides how it can be compared, and whether a shell would split it. */
  readonly form: 'text' | 'word' | 'boolean' | 'number' | 'secret' | 'list';
  /** The value itself, if it is constant. */
  readonly constant?: string | number | boolean;
  /** The items of a constant list. */
  readonly items?: readonly string[];
  /** What is not quite the same, as a clause. */
  readonly differs?: string;
  readonly unknown?: string;
}

/** The value of an operand such as `inputs.version`, which is not constant. */
export function referenceTo(operand: string, form: KnownValue['form'], differs?: string): KnownValue {
  return { text: `{{ ${operand} }}`, operand, form, ...(differs !== undefined && { differs }) };
}

/** How a shell and a condition take the items of a loop. */
export function formOfItems(items: readonly string[]): KnownValue['form'] {
  return items.every((item) => /^[\w.,:@/+-]+$/.test(item)) ? 'word' : 'text';
}

/** What names mean at a place of the job. */
export interface Names {
  /** What `params.X`, `env.X` and plain names mean. */
  readonly params: ReadonlyMap<string, KnownValue>;
  readonly env: ReadonlyMap<string, KnownValue>;
  readonly locals: ReadonlyMap<string, KnownValue>;
  /** The variables that `environment` and `withEnv` around the statements set: assignments to `env` do not change them. */
  readonly bound: ReadonlySet<string>;
  /** Variables that the scripts here get on top of those of the flow: values are templates. */
  readonly taskEnv: ReadonlyMap<string, string>;
}

/** What unconditional assignments such as `env.VERSION = '1'` mean for all statements behind them. */
export class AssignedNames {
  readonly #env = new Map<string, KnownValue>();
  readonly #locals = new Map<string, KnownValue>();
  /** The places that have what was assigned until now. Renewed by each assignment. */
  #extended = new WeakMap<Names, Names>();

  /** Records that a variable, or a variable of the environment, has a value from here on. */
  assign(kind: 'env' | 'locals', name: string, known: KnownValue): void {
    (kind === 'env' ? this.#env : this.#locals).set(name, known);
    this.#extended = new WeakMap();
  }

  /** Makes unknown what a statement that is by hand assigns. */
  forget(statement: Statement): void {
    for (const name of allStatements([statement]).flatMap(assignedNames)) {
      const variable = name.startsWith('env.') ? name.slice('env.'.length) : undefined;
      const unknown = `a statement that is by hand assigns ${name}`;
      if (variable !== undefined) this.assign('env', variable, { form: 'text', unknown });
      else if (this.#locals.delete(name)) this.#extended = new WeakMap();
    }
  }

  /** A place, with what statements before it have assigned. */
  knownAt<Place extends Names>(place: Place): Place {
    const known = this.#extended.get(place);
    if (known !== undefined) return known as Place; // made from it below
    const extended = this.#extend(place);
    this.#extended.set(place, extended);
    return extended;
  }

  #extend<Place extends Names>(place: Place): Place {
    const env = [...this.#env].filter(([name]) => !place.bound.has(name));
    if (env.length + this.#locals.size === 0) return place;
    return {
      ...place,
      env: new Map([...place.env, ...env]),
      taskEnv: new Map([
        ...place.taskEnv,
        ...env.flatMap(([name, { text }]) => (text === undefined ? [] : [[name, text] as const])),
      ]),
      locals: new Map([...place.locals, ...this.#locals]),
    };
  }
}

/** The place inside of what sets a variable of the environment. */
export function withBound<Place extends Names>(place: Place, name: string, known?: KnownValue): Place {
  const bound = new Set(place.bound).add(name);
  return { ...place, bound, ...(known !== undefined && { env: new Map(place.env).set(name, known) }) };
}

import { sourceOf, type GroovyCode } from '../../../language/groovy/groovy-code.ts';
import { groovyNames } from '../../../language/groovy/groovy-names.ts';
import type { RuntimeCalls } from '../../../language/groovy/runtime-calls.ts';
import { runtimeMembers } from './runtime.ts';

/** The Groovy functions of the task types in a pipeline. */
export class SupportFunctions {
  /** By their source, because two types may have the same function. */
  readonly #bySource = new Map<string, GroovyCode>();
  readonly #added = new Set<readonly GroovyCode[]>();
  readonly #runtime: RuntimeCalls;

  constructor(runtime: RuntimeCalls) {
    this.#runtime = runtime;
  }

  /** Adds those of a task type, and the runtime members that they need. */
  add(functions: readonly GroovyCode[]): void {
    if (this.#added.has(functions)) return;
    this.#added.add(functions);
    for (const code of functions) this.#bySource.set(sourceOf(code), code);
    this.#runtime.need(...readSupport(functions).needed);
  }

  /** All except uncalled programs. */
  used(): readonly GroovyCode[] {
    const all = [...this.#bySource].map(([source, code]) => ({ source, code, program: programName(source) }));
    const others = all.filter(({ program }) => program === undefined);
    const isCalled = (program: string): boolean =>
      this.#runtime.programs.has(program) || others.some(({ source }) => source.includes(`${program}()`));
    return all.filter(({ program }) => program === undefined || isCalled(program)).map(({ code }) => code);
  }
}

/** The name of the function for a program; undefined for other functions. */
function programName(source: string): string | undefined {
  return /^@NonCPS\nString (\w+_support_(?:sh|py))\(\)/.exec(source)?.[1];
}

interface Support {
  /** The names of the functions. */
  readonly names: ReadonlySet<string>;
  /** The members of the runtime that they use. */
  readonly needed: readonly string[];
}

const read = new WeakMap<readonly GroovyCode[], Support>();

/** Reads the functions of a task type, once. */
export function readSupport(functions: readonly GroovyCode[]): Support {
  const known = read.get(functions);
  if (known !== undefined) return known;
  const sources = functions.map(sourceOf);
  const names = sources.flatMap((source) =>
    [...source.matchAll(/^(?!\s)[A-Za-z.<>[\]]+ (\w+)\(/gm)].map(([, name = '']) => name),
  );
  const members = runtimeMembers();
  const used = new Set(sources.flatMap((source) => [...groovyNames(source)]));
  const support = { names: new Set(names), needed: [...used].filter((name) => members.has(name)) };
  read.set(functions, support);
  return support;
}

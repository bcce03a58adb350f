import type { Span } from '../../groovy/syntax.ts';
import type { Definition, JobFacts } from './job-facts.ts';

/** The methods that a job defines, and what becomes of their calls. */
export class MethodCalls {
  readonly #facts: JobFacts;
  /** The methods whose calls their values replaced. */
  readonly #expanded: ReadonlySet<string>;
  /** The methods whose calls are being written. */
  readonly #open: string[] = [];
  /** The places of the calls where the steps of a method are written, by its name. */
  readonly #written = new Map<string, Set<number>>();

  constructor(facts: JobFacts, expanded: ReadonlySet<string>) {
    this.#facts = facts;
    this.#expanded = expanded;
  }

  get(name: string): Definition | undefined {
    return this.#facts.methods.get(name);
  }

  /** Whether the value of a method is written in place of its calls. */
  isExpanded(name: string): boolean {
    return this.#expanded.has(name);
  }

  /** Whether a method does not call itself here, and the calls are not too deep. */
  canWrite({ name }: Definition): boolean {
    return this.#open.length < maxCallDepth && !this.#open.includes(name);
  }

  /** Writes the steps of a method where a call stands. */
  write<Result>({ name }: Definition, call: Span, steps: () => Result): Result {
    this.#open.push(name);
    const result = steps();
    this.#open.pop();
    this.#written.set(name, (this.#written.get(name) ?? new Set()).add(call.start));
    return result;
  }

  /**
   * The methods that something still calls which is by hand.
   * @param kept the sources of what is by hand
   */
  leftIn(kept: string): readonly Definition[] {
    const isLeft = (name: string) =>
      (this.#written.get(name)?.size ?? 0) < this.#facts.callsOf(name) ||
      (this.#expanded.has(name) && new RegExp(`\\b${name}\\s*\\(`).test(kept));
    return [...this.#facts.methods.values()].filter(({ name, body }) => body.length > 0 && isLeft(name));
  }
}

/** How deep methods can call each other. */
const maxCallDepth = 8;

import { trustedGroovy, type GroovyCode } from '../groovy/groovy-code.ts';
import { groovyComment } from '../groovy/quote.ts';
import type { StepsPiece } from './pipeline.ts';

/** Gives equal steps one name, so that a thousand shell tasks share one method. */
export class StepsCollection {
  readonly #byCode = new Map<GroovyCode, StepsPiece>();
  readonly #variants = new Map<string, number>();

  /** All steps, in the order in which they were first asked for. */
  get pieces(): readonly StepsPiece[] {
    return [...this.#byCode.values()];
  }

  /** The name of these steps; `type` is the full name of the task type that renders them. */
  nameOf(code: GroovyCode, type: string): string {
    const known = this.#byCode.get(code);
    if (known !== undefined) return known.name;
    const base = type.replace(/^dev\.[^.]+\.plugin\./, '').replace(/[^A-Za-z0-9]/g, '_');
    const variant = (this.#variants.get(base) ?? 0) + 1;
    this.#variants.set(base, variant);
    const name = variant === 1 ? base : `${base}_${variant}`;
    this.#byCode.set(code, { name, comment: groovyComment(type), code: indent(code) });
    return name;
  }
}

/** Indents steps for reading; steps with a literal of several lines stay as they are, since the literal would change. */
function indent(code: GroovyCode): GroovyCode {
  return /'''|"""/.test(code) ? code : trustedGroovy(code.replace(/^(?=.)/gm, '  '));
}

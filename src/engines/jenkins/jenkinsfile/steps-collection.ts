import { groovy, indentGroovy, sourceOf, type GroovyCode } from '../../../groovy/groovy-code.ts';
import { groovyNames } from '../../../groovy/groovy-names.ts';
import { groovyComment, groovyName } from '../../../groovy/quote.ts';
import type { StepsPiece } from './pipeline.ts';
import { allFeatures } from './runtime-features.ts';
import { runtimeFor } from './runtime.ts';

/** Gives equal steps the same name, so that a thousand shell tasks share one method. */
export class StepsCollection {
  readonly #bySource = new Map<string, StepsPiece & { readonly plainName: string }>();
  readonly #variants = new Map<string, number>();

  /** All steps, in the order of their first use. */
  get pieces(): readonly StepsPiece[] {
    return [...this.#bySource.values()];
  }

  /** The name of these steps; `type` is the full name of the task type that renders them. */
  nameOf(code: GroovyCode, type: string): string {
    const known = this.#bySource.get(sourceOf(code));
    if (known !== undefined) return known.plainName;
    const { base, comment } = namesOf(sourceOf(code), type);
    const variant = (this.#variants.get(base) ?? 0) + 1;
    this.#variants.set(base, variant);
    const name = variant === 1 ? base : `${base}_${variant}`;
    this.#bySource.set(sourceOf(code), {
      plainName: name,
      name: groovyName(name),
      comment: groovyComment(comment),
      code: indentGroovy(code, 2),
    });
    return name;
  }
}

/** Steps that task types share are named for what they do, others for the type that renders them first. */
function namesOf(source: string, type: string): { readonly base: string; readonly comment: string } {
  if (source === 'runScript(task)') return { base: 'script', comment: 'Runs the script of a task, of any type.' };
  return { base: type.replace(/^dev\.[^.]+\.plugin\./, '').replace(/[^A-Za-z0-9]/g, '_'), comment: type };
}

const ownNames = new Set(['task', 'echo', 'error', 'null', 'true', 'false']);

/**
 * Adds the flow's environment to the steps of a task type if they may need it: scripts get it from the runtime, but
 * Jenkins' own steps, which a type may call, only find it in Jenkins' environment.
 * @param support names of the type's own functions
 */
export function withEnvironment(steps: GroovyCode, support: ReadonlySet<string>): GroovyCode {
  const runtime = runtimeFor(allFeatures).names;
  const isOwn = (name: string): boolean => ownNames.has(name) || runtime.has(name) || support.has(name);
  if ([...groovyNames(sourceOf(steps))].every(isOwn)) return steps;
  return groovy`withEnv(environmentEntries()) {\n${indentGroovy(steps, 2)}\n}`;
}

import { shortTypeName } from '../../../language/flow/type-names.ts';
import {
  groovy,
  indentGroovy,
  sourceOf,
  trustedGroovy,
  type GroovyCode,
} from '../../../language/groovy/groovy-code.ts';
import { groovyNames, passFirst, prefixCalls } from '../../../language/groovy/groovy-names.ts';
import { groovyComment, groovyName } from '../../../language/groovy/quote.ts';
import type { RuntimeCalls } from '../../../language/groovy/runtime-calls.ts';
import type { RegisteredTaskType } from '../../../language/task-types/task-registry.ts';
import type { StepsPiece } from './pipeline.ts';
import { frameFunctions, runtimeMembers } from './runtime.ts';
import { readSupport } from './support-functions.ts';

/** Gives equal steps the same name, so that a thousand tasks share one method. */
export class StepsCollection {
  readonly #bySource = new Map<string, StepsPiece & { readonly plainName: string }>();
  readonly #variants = new Map<string, number>();
  readonly #rendered = new Map<string, GroovyCode>();
  readonly #runtime: RuntimeCalls;
  readonly #marksLines: boolean;

  /** @param marksLines whether messages of tasks in blocks are marked */
  constructor(runtime: RuntimeCalls, { marksLines }: { readonly marksLines: boolean }) {
    this.#runtime = runtime;
    this.#marksLines = marksLines;
  }

  /** All steps, in the order of their first use. */
  get pieces(): readonly StepsPiece[] {
    return [...this.#bySource.values()];
  }

  /** The name of the steps of a template; undefined for the steps of most types, which only run a script. */
  nameOfRendered(rendered: GroovyCode, type: RegisteredTaskType): string | undefined {
    const source = sourceOf(rendered);
    if (source === 'runScript(task)') {
      this.#runtime.need('runScript');
      return undefined;
    }
    const known = this.#rendered.get(source);
    const steps = known ?? this.#link(this.#marksLines ? markEchoes(source) : source, type);
    if (known === undefined) this.#rendered.set(source, steps);
    return this.nameOf(steps, type.name);
  }

  /** The name of these steps; `type` is the full name of the task type that renders them. */
  nameOf(code: GroovyCode, type: string): string {
    this.#runtime.need('callSteps');
    const known = this.#bySource.get(sourceOf(code));
    if (known !== undefined) return known.plainName;
    const base = shortTypeName(type).replace(/[^A-Za-z0-9]/g, '_');
    const variant = (this.#variants.get(base) ?? 0) + 1;
    this.#variants.set(base, variant);
    const name = variant === 1 ? base : `${base}_${variant}`;
    this.#bySource.set(sourceOf(code), {
      plainName: name,
      name: groovyName(name),
      comment: groovyComment(type),
      code: indentGroovy(code, 2),
    });
    return name;
  }

  /**
   * The steps of a template, which may call functions of the runtime and of the task type. Those that work on a frame get
   * the task's: a template writes `value('NAME')`. They get the flow's
   * environment if they may need it: scripts get it from the runtime, but Jenkins' own steps, which a type may call,
   * only see it in Jenkins' environment.
   */
  #link(source: string, { support }: RegisteredTaskType): GroovyCode {
    const runtime = this.#runtime;
    const members = runtimeMembers();
    const own = readSupport(support).names;
    const used = groovyNames(source);
    for (const name of used) {
      if (own.has(name)) runtime.programs.add(name);
      else if (members.has(name)) runtime.need(name);
    }
    // A template may pass these as its own options.
    if (source.includes('stop:')) runtime.need('stopScript');
    if (source.includes('outputFiles:')) runtime.need('keepFiles');
    const provided = new Set([...members.keys(), ...own]);
    const inFrame = passFirst(source, frameFunctions(), 'frame');
    const steps = trustedGroovy(runtime.prefix === '' ? inFrame : prefixCalls(inFrame, provided, runtime.prefix));
    const withFrame = groovyNames(inFrame).has('frame') ? groovy`Map frame = task.frame\n${steps}` : steps;
    if ([...used].every((name) => ownNames.has(name) || provided.has(name))) return withFrame;
    const environment = runtime.call('environmentEntries', groovy`task.frame`);
    const inEnvironment = groovy`withEnv(${environment}) {\n${indentGroovy(withFrame, 2)}\n}`;
    return this.#marksLines ? runtime.block('atHome', inEnvironment, groovy`task`) : inEnvironment;
  }
}

/** Each `echo` on its own line, so that it marks what it prints. */
function markEchoes(source: string): string {
  return source
    .replace(/^([ \t]*)echo\((.+)\)$/gm, '$1echo(printedRun(task, $2))')
    .replace(/^([ \t]*)echo[ \t]+(.+)$/gm, '$1echo printedRun(task, $2)');
}

const ownNames = new Set(['task', 'frame', 'echo', 'error', 'null', 'true', 'false']);

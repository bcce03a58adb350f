import { groovy, indentGroovy, joinGroovy, sourceOf, trustedGroovy, type GroovyCode } from './groovy-code.ts';

/**
 * The members of the runtime (`templates/runtime`) that a pipeline needs: prints calls of its functions, and collects
 * the names of its members.
 */
export class RuntimeCalls {
  readonly needed = new Set<string>();
  /** The functions of task types for their programs. */
  readonly programs = new Set<string>();
  readonly prefix: string;

  /** @param prefix before each call: the name of the shared library with a dot, or nothing */
  constructor(prefix = '') {
    this.prefix = prefix;
  }

  /** Requires members without calling them, because other members call them if they are present. */
  need(...names: readonly string[]): void {
    for (const name of names) this.needed.add(name);
  }

  /** `name(argument, argument)` */
  call(name: string, ...pieces: readonly GroovyCode[]): GroovyCode {
    this.needed.add(name);
    return trustedGroovy(`${this.prefix}${name}(${sourceOf(joinGroovy(pieces, ', '))})`);
  }

  /** `name(frame, argument)`: a function that works on the frame, in a generated function that has it. */
  callInFrame(name: string, ...pieces: readonly GroovyCode[]): GroovyCode {
    return this.call(name, groovy`frame`, ...pieces);
  }

  /** The text of a program of a task type. */
  callProgram(name: string): GroovyCode {
    this.programs.add(name);
    return trustedGroovy(`${this.prefix}${name}()`);
  }

  /** Steps inside a block of the runtime: `name { ... }` or `name(argument) { ... }` */
  block(name: string, steps: GroovyCode, argument?: GroovyCode): GroovyCode {
    this.needed.add(name);
    const call = argument === undefined ? name : `${name}(${sourceOf(argument)})`;
    return trustedGroovy(`${this.prefix}${call} {\n${sourceOf(indentGroovy(steps, 2))}\n}`);
  }
}

/** The parts to stop at the end, or if startup fails, in reverse order. */
export class Teardown {
  readonly #steps: (() => Promise<void>)[] = [];

  add(step: () => Promise<void>): void {
    this.#steps.push(step);
  }

  /** Each step runs once, also if this is called again. */
  async run(): Promise<void> {
    for (const step of this.#steps.splice(0).toReversed()) await step();
  }
}

/** A part of the hard suite: `npm run test:hard -- <name>` runs only this part. */
export interface HardPart {
  readonly name: string;
  /** What it does to the gateway, as a sentence for its page. */
  readonly description: string;
  run(report: PartReport): Promise<void>;
}

export interface Check {
  readonly name: string;
  /** Why it failed; absent if it passed. */
  readonly failure?: string;
}

/** The results of a part: checks that pass or fail, and measurements. */
export class PartReport {
  readonly checks: Check[] = [];
  readonly figures: (readonly [label: string, value: string])[] = [];
  /** What could not be run on this machine, with the reason. */
  readonly skipped: string[] = [];
  readonly #print: (line: string) => void;

  constructor(print: (line: string) => void) {
    this.#print = print;
  }

  figure(label: string, value: string | number): void {
    this.figures.push([label, String(value)]);
    this.#print(`  ${label}: ${value}`);
  }

  /** @param failure why it failed; `undefined` or empty if it passed */
  check(name: string, failure?: string | false): void {
    if (!failure) {
      this.checks.push({ name });
      return;
    }
    this.checks.push({ name, failure });
    this.#print(`  FAILED ${name}: ${failure}`);
  }

  skip(reason: string): void {
    this.skipped.push(reason);
    this.#print(`  skipped: ${reason}`);
  }

  note(line: string): void {
    this.#print(`  ${line}`);
  }

  get failures(): readonly Check[] {
    return this.checks.filter(({ failure }) => failure !== undefined);
  }
}

/** A part of a measurement: `npm run bench -- <name>` or `npm run test:hard -- <name>` runs only this part. */
export interface Part {
  readonly name: string;
  /** The heading of its section; the name by default. */
  readonly title?: string;
  /** What is measured or attacked, and how, for its section. */
  readonly description: string;
  /** @param words the arguments that name no part */
  run(report: PartReport, words: readonly string[]): Promise<void>;
}

export interface Check {
  readonly name: string;
  /** Why it failed; absent if it passed. */
  readonly failure?: string;
}

export type Cell = string | number | undefined;

/** The results of a part: checks that pass or fail, measurements and tables. */
export class PartReport {
  readonly checks: Check[] = [];
  readonly figures: (readonly [label: string, value: string])[] = [];
  /** Paragraphs and tables in Markdown, which come after the figures. */
  readonly blocks: string[] = [];
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

  text(paragraph: string): void {
    this.blocks.push(paragraph);
    this.#print(`\n${paragraph}\n`);
  }

  /** @param heading of the columns, `request | time (ms)` */
  table(heading: string, rows: readonly (readonly Cell[])[]): void {
    this.text(markdownTable(heading, rows));
  }

  get failures(): readonly Check[] {
    return this.checks.filter(({ failure }) => failure !== undefined);
  }
}

/** @param heading of the columns, `request | time (ms)` */
export function markdownTable(heading: string, rows: readonly (readonly Cell[])[]): string {
  const cells = rows.map((row) => row.map((cell) => inCell(String(cell ?? ''))));
  return [
    `| ${heading} |`,
    `|${'---|'.repeat(heading.split('|').length)}`,
    ...cells.map((row) => `| ${row.join(' | ')} |`),
  ].join('\n');
}

export function inCell(text: string): string {
  return text.replaceAll('|', '\\|').replaceAll('\n', ' ');
}

/** A number that stands out in a table. */
export function bold(value: number, digits = 0): string {
  return `**${value.toFixed(digits)}**`;
}

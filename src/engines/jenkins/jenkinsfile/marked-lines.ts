/**
 * A line of a template that is printed only for flows with some flags (`runtime-flags.ts`). In a function of the runtime,
 * a marker ends the line: `//? limits`. In a program, a marker on its own line, `#? !local blocks`, applies to all lines
 * up to the next empty one.
 */
export interface MarkedLine {
  readonly text: string;
  /** The flags that must be present. */
  readonly when: readonly string[];
  /** The flags that must be absent. */
  readonly unless: readonly string[];
}

const mark = /^(.*?)\s*(?:\/\/|#)\?((?: !?\w+)+)$/;

const negated = /^!(.*)/;
const withoutNegation = (name: string): readonly string[] => negated.exec(name)?.slice(1) ?? [];

export function readMarkedLines(source: string): readonly MarkedLine[] {
  let paragraph: readonly string[] = [];
  return source.split('\n').flatMap((line) => {
    const [, text = line, words = ''] = mark.exec(line) ?? [];
    const names = words.split(' ').filter(Boolean);
    if (text === '' && line !== '') {
      paragraph = names;
      return [];
    }
    const all = [...paragraph, ...names];
    if (line === '') paragraph = [];
    return [{ text, when: all.filter((name) => !negated.test(name)), unless: all.flatMap(withoutNegation) }];
  });
}

/** The lines to print with these flags. */
export function printMarkedLines(lines: readonly MarkedLine[], has: (name: string) => boolean): string {
  return lines
    .filter(({ when, unless }) => when.every(has) && !unless.some(has))
    .map(({ text }) => text)
    .join('\n');
}

import { createTwoFilesPatch } from 'diff';

/** A text with the name and the time that its diff shows. */
export interface NamedText {
  readonly name: string;
  readonly text: string;
  readonly time?: string;
}

// The time for texts with nothing in common grows with the square of their length.
const maxMilliseconds = 200;

/** The unified diff between two texts; empty if they are equal. If it takes too long, the diff replaces all lines. */
export function unifiedDiff(from: NamedText, to: NamedText): string {
  return quickDiff(from, to, maxMilliseconds) ?? replaceAll(from, to);
}

/** The unified diff, or undefined if it takes too long. */
export function quickDiff(from: NamedText, to: NamedText, milliseconds: number): string | undefined {
  if (from.text === to.text) return '';
  const patch = createTwoFilesPatch(from.name, to.name, from.text, to.text, from.time, to.time, {
    context: 3,
    timeout: milliseconds,
  });
  return patch?.replace(/^=+\n/, '');
}

function replaceAll(from: NamedText, to: NamedText): string {
  const [removed, added] = [linesOf(from.text), linesOf(to.text)];
  const body = [...removed.map((line) => `-${line}`), ...added.map((line) => `+${line}`)].join('\n');
  return `--- ${from.name}\n+++ ${to.name}\n@@ -1,${removed.length} +1,${added.length} @@\n${body}\n`;
}

function linesOf(text: string): string[] {
  return text.replace(/\n$/, '').split('\n');
}

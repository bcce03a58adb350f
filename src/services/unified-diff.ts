import { createTwoFilesPatch } from 'diff';

/** A text with the name and the time that a diff shows for it. */
export interface NamedText {
  readonly name: string;
  readonly text: string;
  readonly time?: string;
}

/** The unified diff from one text to another; empty when they are equal. */
export function unifiedDiff(from: NamedText, to: NamedText): string {
  if (from.text === to.text) return '';
  // Texts that have nothing in common would take the square of their length; past the limit all lines are replaced.
  const patch = createTwoFilesPatch(from.name, to.name, from.text, to.text, from.time, to.time, { context: 3, timeout: 200 });
  return (patch ?? replaceAll(from, to)).replace(/^=+\n/, '');
}

function replaceAll(from: NamedText, to: NamedText): string {
  const [removed, added] = [linesOf(from.text), linesOf(to.text)];
  const body = [...removed.map((line) => `-${line}`), ...added.map((line) => `+${line}`)].join('\n');
  return `--- ${from.name}\n+++ ${to.name}\n@@ -1,${removed.length} +1,${added.length} @@\n${body}\n`;
}

function linesOf(text: string): string[] {
  return text.replace(/\n$/, '').split('\n');
}

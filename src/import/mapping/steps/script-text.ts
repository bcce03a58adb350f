/** A script that Jenkins runs with an interpreter of its own. */
export interface ScriptText {
  /** The first line if it names the shell: `#!/bin/bash`. */
  readonly shebang?: string;
  readonly text: string;
  /** Whether the shell stops at the first command that fails. */
  readonly stops: boolean;
}

/**
 * Splits the argument of `sh`, tidied where that changes nothing. Undefined if its first line names an interpreter that is no
 * shell. Without such a line, Jenkins runs `sh -xe`; with one, the shell does not stop at failures unless it says so.
 */
export function scriptText(script: string): ScriptText | undefined {
  if (!script.startsWith('#!')) return { text: tidy(script), stops: true };
  const end = script.includes('\n') ? script.indexOf('\n') : script.length;
  const shebang = script.slice(0, end).trimEnd();
  if (!/^#! ?(?:\/(?:[\w.-]+\/)*|\/usr\/bin\/env )(?:ba|da|k|z|)sh(?: -[a-z]+)?$/.test(shebang)) return undefined;
  return { shebang, text: tidy(script.slice(end + 1)), stops: /\s-[a-z]*e[a-z]*$/.test(shebang) };
}

/** Without blank lines around it, and without the indentation that all lines share. */
function tidy(script: string): string {
  const text = withoutEnd(script.replace(/^(?:[ \t]*\n)+/, ''));
  if (!text.includes('\n')) return text.trimStart();
  if (!canMoveLines(text)) return text;
  const lines = text.split('\n');
  const indents = lines.filter((line) => line.trim() !== '').map((line) => /^[ \t]*/.exec(line)?.[0] ?? '');
  const [first = ''] = indents.toSorted((left, right) => left.length - right.length);
  if (!indents.every((indent) => indent.startsWith(first))) return text;
  return lines.map((line) => (line.trim() === '' ? '' : line.slice(first.length))).join('\n');
}

/** Without the white space at its end; the first of it stays after a backslash. A pattern would take quadratic time. */
function withoutEnd(text: string): string {
  const trimmed = text.trimEnd();
  return trimmed.endsWith('\\') ? text.slice(0, trimmed.length + 1) : trimmed;
}

/** Whether the beginnings of lines are only indentation: not in here-documents, in quotes, or inside of a word. */
function canMoveLines(text: string): boolean {
  if (text.includes('<<') || /\S\\\n/.test(text)) return false;
  return text.split('\n').every((line) => {
    const code = line.replace(/\\./g, '').replace(/'[^']*'|"[^"]*"/g, '');
    return !/['"`]/.test(code);
  });
}

import type { Completion } from '../../../../src/language/language-service/completion.ts';

/**
 * The new text of a suggestion as a template of CodeMirror's `snippet`, which repeats the indentation of the present
 * line in further lines.
 * The last stop is at its end.
 * @param indent the white space at the start of the present line
 * @returns undefined for a suggestion that leaves nothing to fill in
 */
export function snippetTemplate(
  { newText, placeholders = [] }: Pick<Completion, 'newText' | 'placeholders'>,
  indent: string,
): string | undefined {
  // The default text of a field cannot contain braces; such a text stays as it is.
  const fields = placeholders.filter(({ start, end }) => !/[{}]/.test(newText.slice(start, end)));
  if (fields.length === 0) return undefined;
  let template = '';
  let at = 0;
  for (const [index, { start, end }] of fields.entries()) {
    template += `${escaped(newText.slice(at, start))}\${${index + 1}${start === end ? '' : `:${newText.slice(start, end)}`}}`;
    at = end;
  }
  template += `${escaped(newText.slice(at))}\${0}`;
  return template.replaceAll(`\n${indent}`, '\n');
}

function escaped(text: string): string {
  return text.replaceAll(/[{}]/g, String.raw`\$&`);
}

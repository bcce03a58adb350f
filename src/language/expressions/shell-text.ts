import { parseTemplate } from './parse-template.ts';
import { environmentName } from './reference.ts';
import type { Template } from './template.ts';

/**
 * A text property as shell source: each reference becomes `${NAME}`, which the shell expands when it runs, and nothing
 * else changes (DESIGN 4).
 */
export function shellText(text: string): string {
  return printTemplate(parseTemplate(text).template, (part) => part);
}

/** A text property as one double-quoted shell word: the author's text is literal, references are expanded. */
export function shellWord(text: string): string {
  return `"${printTemplate(parseTemplate(text).template, (part) => part.replace(/[\\"$`]/g, '\\$&'))}"`;
}

/**
 * The same for a text in which `${NAME}` of a variable is its value, as a shell would read it (TextLanguage `variables`).
 * @param names of the variables; of every other name the text stays as it is
 */
export function shellWordWithVariables(text: string, names: ReadonlySet<string>): string {
  const literal = (part: string): string =>
    part.replace(/\$\{([A-Za-z_]\w*)\}|[\\"$`]/g, (found, name: string | undefined) =>
      name !== undefined && names.has(name) ? found : found.replace(/[\\"$`]/, '\\$&'),
    );
  return `"${printTemplate(parseTemplate(text).template, literal)}"`;
}

function printTemplate(template: Template, printText: (text: string) => string): string {
  return template
    .map((part) => (part.kind === 'text' ? printText(part.text) : `\${${environmentName(part.reference)}}`))
    .join('');
}

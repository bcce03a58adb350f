import { parseTemplate, referenceOf, type ReferenceText } from './parse-template.ts';
import { environmentName, type Reference } from './reference.ts';
import { stepName } from './reserved-names.ts';
import type { Template } from './template.ts';

/**
 * A string property as shell source: each reference becomes `${NAME}`, which the shell expands, and nothing else
 * changes (docs/reference/expressions.md).
 */
export function shellText(text: string): string {
  return printTemplate(parseTemplate(text).template, environmentName, (part) => part);
}

/**
 * A string property as one double-quoted shell word: the author's text is literal, references are expanded. It is for
 * the steps around the author's code, which read a deferred variable under another name.
 */
export function shellWord(text: string): string {
  return `"${printTemplate(parseTemplate(text).template, nameForSteps, (part) => part.replace(/[\\"$`]/g, '\\$&'))}"`;
}

/**
 * The same for a string in which `${NAME}` of a variable is its value, as in a shell (TextLanguage `variables`).
 * @param names of the variables; all other names stay unchanged
 */
export function shellWordWithVariables(text: string, names: ReadonlySet<string>): string {
  const literal = (part: string): string =>
    part.replace(/\$\{([A-Za-z_]\w*)\}|[\\"$`]/g, (found, name: string | undefined) =>
      name !== undefined && names.has(name) ? `\${${stepName(name)}}` : found.replace(/[\\"$`]/, '\\$&'),
    );
  return `"${printTemplate(parseTemplate(text).template, nameForSteps, literal)}"`;
}

/** A string as one literal shell word, in which nothing is expanded. */
export function shellLiteral(text: string): string {
  return `'${text.replaceAll("'", "'\\''")}'`;
}

function printTemplate(
  template: Template,
  nameOf: (reference: Reference) => string,
  printText: (text: string) => string,
): string {
  return template
    .map((part) => (part.kind === 'text' ? printText(part.text) : `\${${nameOf(part.reference)}}`))
    .join('');
}

function nameForSteps(reference: Reference): string {
  return stepName(environmentName(reference));
}

/**
 * A number property as a shell word: `4`, or `"${CORES}"` for a reference, whose value the build checks before the task
 * starts. Without a value it is the default; without a default, an empty word.
 * @param fallback the default of the property
 */
export function shellNumber(value: number | ReferenceText | undefined, fallback?: number): string {
  return shellValue(value, fallback);
}

/** The same for a boolean property: `true`, `false`, or `"${DEBUG:-false}"` for a reference. */
export function shellBoolean(value: boolean | ReferenceText | undefined, fallback: boolean): string {
  return shellValue(value, fallback);
}

function shellValue(value: number | boolean | string | undefined, fallback: number | boolean | undefined): string {
  const reference = typeof value === 'string' ? referenceOf(value) : undefined;
  if (reference === undefined) return plainWord(value ?? fallback);
  return fallback === undefined
    ? `"\${${nameForSteps(reference)}}"`
    : `"\${${nameForSteps(reference)}:-${plainWord(fallback)}}"`;
}

/** Accepts only a number or boolean: an external module that was not type-checked may pass a string. */
function plainWord(value: unknown): string {
  if (value === undefined) return "''";
  if (typeof value !== 'boolean' && !Number.isFinite(value))
    throw new TypeError(`Expected a number, a boolean or a reference; found a value of type ${typeof value}`);
  return String(value);
}

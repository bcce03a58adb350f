import { sourceOf, trustedGroovy, type GroovyCode } from './groovy-code.ts';
import { escapeGString } from './quote.ts';

/**
 * A sentence as a GString in which Groovy expressions are the arguments, so that Groovy and TypeScript say the same:
 * `"must be one of ${declared.values.join(', ')}"`.
 */
export function groovySentence(
  sentence: (...values: string[]) => string,
  ...values: readonly GroovyCode[]
): GroovyCode {
  const marks = values.map((_, index) => `\0${index}\0`);
  const parts = sentence(...marks).split(/\0(\d+)\0/);
  const code = parts.map((part, index) =>
    index % 2 === 0 ? escapeGString(part) : `\${${sourceOf(values[Number(part)])}}`,
  );
  return trustedGroovy(`"${code.join('')}"`);
}

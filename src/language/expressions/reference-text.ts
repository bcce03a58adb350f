import { parseTemplate } from './parse-template.ts';
import type { Reference } from './reference.ts';

/** A text that is one reference and nothing else: `{{ inputs.cores }}`. It stands where a number or a boolean is expected. */
export type ReferenceText = `{{${string}}}`;

/** The reference that a text consists of; undefined for every other text. */
export function referenceOf(text: string): Reference | undefined {
  const [part, ...others] = parseTemplate(text).template;
  return part?.kind === 'reference' && others.length === 0 ? part.reference : undefined;
}

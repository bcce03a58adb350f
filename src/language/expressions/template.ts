import type { TextRange } from '../../base/problem/problem.ts';
import type { Reference } from './reference.ts';

/** A string property parsed as a template: the author's text and the references in it, in order. */
export type Template = readonly TemplatePart[];

export type TemplatePart =
  /** Text that reaches the agent byte for byte; `\{{` is already `{{` here. */
  | { readonly kind: 'text'; readonly text: string }
  /** `{{ inputs.x }}`; the range includes the braces, in the source text. */
  | { readonly kind: 'reference'; readonly reference: Reference; readonly range: TextRange };

/** The reference of a template that has nothing else. */
export function loneReference(template: Template): Reference | undefined {
  const [only] = template;
  return template.length === 1 && only?.kind === 'reference' ? only.reference : undefined;
}

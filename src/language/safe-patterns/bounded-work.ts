import { messageOf } from '../../base/problem/message-of.ts';
import type { JsonValue } from '../../base/text/json-value.ts';
import { compilePattern } from './compile-pattern.ts';
import { compileSchema } from './compile-schema.ts';
import type { UserSchema } from './schema-keywords.ts';

/**
 * A check with a pattern or schema of an author, of unknown duration; plain data, so that it can be sent to another
 * thread.
 */
export type BoundedWork =
  | { readonly kind: 'pattern'; readonly pattern: string; readonly subject: string }
  | { readonly kind: 'schema'; readonly schema: UserSchema; readonly value: JsonValue };

/**
 * Does the work in this thread without a time limit: call it only where the time is limited.
 * @returns what is wrong with the value, one message for each violation
 * @throws Error if the pattern or the schema itself is invalid
 */
export function performWork(work: BoundedWork): readonly string[] {
  if (work.kind === 'schema') return compileSchema(work.schema)(work.value);
  const pattern = compilePattern(work.pattern);
  if (pattern.kind === 'invalid') throw new Error(`The pattern is invalid: ${pattern.reason}.`);
  return pattern.test(work.subject) ? [] : [patternMessage(work.pattern)];
}

/** Why work failed, as the end of a sentence. */
export function failureOf(error: unknown): string {
  // A schema or value with unlimited nesting overflows the stack.
  if (error instanceof RangeError) return 'it refers to itself or is nested too deeply';
  return messageOf(error);
}

/** The message of a pattern violation; its wording is fixed (docs/reference/inputs.md). */
export function patternMessage(pattern: string): string {
  return `Value does not match pattern: ${pattern}`;
}

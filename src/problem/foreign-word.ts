import { foreignProperties, foreignTypes, replacedTypes } from './foreign-words.ts';

/**
 * Sentences that name the product of another engine's property and what Flowgate has in its place: a property, if it is
 * allowed here, or another way, for a flow and its tasks; otherwise an empty string.
 */
export function translation(word: string, allowed: Iterable<string>): string {
  const foreign = Object.hasOwn(foreignProperties, word) ? foreignProperties[word] : undefined;
  if (foreign === undefined) return '';
  const places = new Set(allowed);
  const own = foreign.own?.find((candidate) => places.has(candidate));
  const isOfFlow = places.has('tasks') || places.has('run_if');
  const source = foreign.of === undefined ? '' : ` It is a property of ${foreign.of}.`;
  if (own !== undefined) return `${source} Did you mean ${JSON.stringify(own)}?`;
  return isOfFlow && foreign.instead !== undefined ? `${source} In Flowgate, ${foreign.instead}` : '';
}

/** A sentence that names the product of another engine's task type; otherwise an empty string. */
export function foreignType(name: string): string {
  const found = foreignTypes.find(({ when }) => when.test(name));
  return found === undefined ? '' : ` It is ${found.is}.`;
}

/** The last word of the Flowgate type that replaces another engine's type with this last word, in lower case. */
export function replacementOf(lastWord: string): string | undefined {
  return Object.hasOwn(replacedTypes, lastWord) ? replacedTypes[lastWord] : undefined;
}

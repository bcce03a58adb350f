/**
 * How many characters an id may have, of a flow and of anything in it. Ids are parts of paths, where openapi.yaml has the
 * same number: what has a longer one could be stored, and not be asked for.
 */
export const longestId = 255;

/** What is wrong with an id that is longer; to be put behind what names it. */
export function tooLong(id: string): string {
  return `has ${id.length} characters, at most ${longestId} are allowed.`;
}

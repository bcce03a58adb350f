/** What limits a running flow, on every engine: the templates of the runtime print these values. */

/** How long error tasks together, and final tasks together, may run, in seconds (docs/reference/flows.md). */
export const lastTasksSeconds = 600;

/** The pause up to which an exponential policy grows by its factor, in milliseconds: a day. */
export const maxGrownPause = 24 * 60 * 60 * 1000;

/** The combinations of a matrix above which those to leave out are not looked for. */
export const maxCombinations = 10_000;

/** The longest text that a sentence about a value shows, in UTF-16 code units. */
export const maxShownText = 80;

/** How much of the reason of a failure its error and final tasks get, in UTF-16 code units. */
export const maxFailureMessage = 1_000;

/** A number that a task may return, as JSON; the length bounds what an engine has to convert. */
export const returnedNumber = '-?[0-9][0-9.eE+-]{0,800}';

/** A text, or its beginning if it is longer than a sentence shows. */
export function shownPart(text: string, maxLength: number): string {
  return text.length > maxLength ? `${text.slice(0, maxLength)}...` : text;
}

import { AppError } from '../../problem/app-error.ts';
import { jsonProblem } from '../../problem/json-problem.ts';
import type { JsonValue } from '../../problem/json-value.ts';

/** Everything that walks through a value is recursive; no body needs more. */
const maxDepth = 64;
/** Reading more would hold up other requests, whatever the values are; no body needs more. */
const maxValues = 50_000;

/** @throws {AppError} `malformed-body` when the text is no JSON, is nested too deep, or holds too many values */
export function parseJson(text: string): JsonValue {
  const { depth, values } = measure(text);
  if (depth > maxDepth) throw new AppError('malformed-body', `The JSON is nested deeper than ${maxDepth} levels.`);
  if (values > maxValues) throw new AppError('malformed-body', `The JSON holds more than ${maxValues} values.`);
  try {
    return JSON.parse(text) as JsonValue; // what JSON.parse gives is JSON
  } catch (error) {
    throw new AppError('malformed-body', `The body is not JSON: ${jsonProblem(text, error)}.`);
  }
}

/** How many values there are and how deep they stand, or an upper bound of that where the text is no JSON. */
function measure(text: string): { readonly depth: number; readonly values: number } {
  let depth = 0;
  let deepest = 0;
  let values = 1;
  let inString = false;
  for (let index = 0; index < text.length && deepest <= maxDepth && values <= maxValues; index++) {
    const character = text.charCodeAt(index);
    if (character === quote) inString = !inString;
    else if (inString) index += character === backslash ? 1 : 0;
    else if (character === comma) values += 1;
    else if (opening.has(character)) {
      values += 1;
      deepest = Math.max(deepest, ++depth);
    } else if (closing.has(character)) depth -= 1;
  }
  return { depth: deepest, values };
}

const codesOf = (characters: string): ReadonlySet<number> =>
  new Set([...characters].map((character) => character.charCodeAt(0)));
const [quote, backslash, comma] = [0x22, 0x5c, 0x2c];
const opening = codesOf('[{');
const closing = codesOf(']}');

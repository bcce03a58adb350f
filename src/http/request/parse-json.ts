import { AppError } from '../../problem/app-error.ts';
import { jsonProblem } from '../../problem/json-problem.ts';
import { readJson } from '../../text/exact-json.ts';
import type { JsonValue } from '../../text/json-value.ts';

/** Limits the depth, because code that walks through values is recursive; no body needs more. */
const maxDepth = 64;
/** Limits the number of values, because parsing more would delay other requests; no body needs more. */
const maxValues = 50_000;

/**
 * Reads a body, whose numbers keep their digits.
 * @throws {AppError} `malformed-body` if the text is not JSON, is nested too deeply, or contains too many values
 */
export function parseJson(text: string): JsonValue {
  const { depth, values } = measure(text);
  if (depth > maxDepth)
    throw new AppError('malformed-body', `The JSON must be nested at most ${maxDepth} levels deep.`);
  if (values > maxValues) throw new AppError('malformed-body', `The JSON must contain at most ${maxValues} values.`);
  try {
    return readJson(text);
  } catch (error) {
    throw new AppError('malformed-body', `The body is not JSON: ${jsonProblem(text, error)}.`);
  }
}

/** The number of values and their depth; upper bounds if the text is not JSON. */
function measure(text: string): { readonly depth: number; readonly values: number } {
  let depth = 0;
  let maxSeen = 0;
  let values = 1;
  let inString = false;
  for (let index = 0; index < text.length && maxSeen <= maxDepth && values <= maxValues; index++) {
    const character = text.charCodeAt(index);
    if (character === quote) inString = !inString;
    else if (inString) index += character === backslash ? 1 : 0;
    else if (character === comma) values += 1;
    else if (opening.has(character)) {
      values += 1;
      maxSeen = Math.max(maxSeen, ++depth);
    } else if (closing.has(character)) depth -= 1;
  }
  return { depth: maxSeen, values };
}

const codesOf = (characters: string): ReadonlySet<number> =>
  new Set([...characters].map((character) => character.charCodeAt(0)));
const [quote, backslash, comma] = [0x22, 0x5c, 0x2c];
const opening = codesOf('[{');
const closing = codesOf(']}');

import { AppError } from '../../problem/app-error.ts';
import { jsonFault } from '../../problem/json-fault.ts';
import type { JsonValue } from '../../problem/json-value.ts';

/** Everything that walks through a value is recursive; no body needs more. */
const deepestJson = 64;

/** @throws {AppError} `malformed-body` when the text is no JSON, or nested too deep */
export function parseJson(text: string): JsonValue {
  if (depthOf(text) > deepestJson) throw new AppError('malformed-body', `The JSON is nested deeper than ${deepestJson} levels.`);
  try {
    return JSON.parse(text) as JsonValue; // what JSON.parse gives is JSON
  } catch (error) {
    throw new AppError('malformed-body', `The body is not JSON: ${jsonFault(text, error)}.`);
  }
}

/** How deep brackets stand inside each other, or an upper bound of it where the text is no JSON. */
function depthOf(text: string): number {
  let depth = 0;
  let deepest = 0;
  let inString = false;
  for (let index = 0; index < text.length; index++) {
    const character = text[index];
    if (character === '"') inString = !inString;
    else if (inString && character === '\\') index += 1;
    else if (inString) continue;
    else if (character === '[' || character === '{') deepest = Math.max(deepest, ++depth);
    else if (character === ']' || character === '}') depth -= 1;
  }
  return deepest;
}

import { AppError } from '../../../base/problem/app-error.ts';
import { jsonProblem } from '../../../base/problem/json-problem.ts';
import { readJson } from '../../../base/text/exact-json.ts';
import type { JsonValue } from '../../../base/text/json-value.ts';
import { measureJson } from '../../../base/text/measure-json.ts';

/** Limits the depth, because code that walks through values is recursive; no body needs more. */
const maxDepth = 64;
/** Limits the number of values, because parsing more would delay other requests; no body needs more. */
export const maxValues = 50_000;

/**
 * Reads a body, whose numbers keep their digits.
 * @throws {AppError} `malformed-body` if the text is not JSON, is nested too deeply, or contains too many values
 */
export function parseJson(text: string): JsonValue {
  const { depth, values } = measureJson(text, { depth: maxDepth, values: maxValues });
  if (depth > maxDepth)
    throw new AppError('malformed-body', `The JSON must be nested at most ${maxDepth} levels deep.`);
  if (values > maxValues) throw new AppError('malformed-body', `The JSON must contain at most ${maxValues} values.`);
  try {
    return readJson(text);
  } catch (error) {
    throw new AppError('malformed-body', `The body is not JSON: ${jsonProblem(text, error)}.`);
  }
}

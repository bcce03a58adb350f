import { decodeUtf8 } from '../../../abilities/flows/check/decode-utf8.ts';
import { AppError } from '../../../base/problem/app-error.ts';
import { isJsonObject, type JsonValue } from '../../../base/text/json-value.ts';
import type { RawBody } from '../operation.ts';
import { maxValues, parseJson } from './parse-json.ts';

/**
 * The body of a webhook call as its conditions and inputs see it (docs/reference/triggers.md): the JSON object or list,
 * the fields of a form, or a text. An empty body is an empty object.
 * @throws {AppError} `malformed-body`
 */
export function webhookBody({ bytes, mediaType }: RawBody): JsonValue {
  const text = decodeUtf8(bytes);
  if (text.trim() === '') return {};
  if (mediaType === 'application/x-www-form-urlencoded') return formBody(text);
  if (mediaType === 'text/plain') return jsonIn(text) ?? text;
  const body = parseJson(text);
  if (!isObjectOrList(body)) throw new AppError('malformed-body', 'The body must be a JSON object or list.');
  return body;
}

/** GitHub sends the JSON in the field `payload`. A field that occurs several times is a list. */
function formBody(text: string): JsonValue {
  const form = new URLSearchParams(text);
  const payload = form.get('payload');
  const inForm = payload === null ? undefined : jsonIn(payload);
  if (inForm !== undefined) return inForm;
  if (form.size > maxValues) throw new AppError('malformed-body', `The form must contain at most ${maxValues} fields.`);
  const fields = new Map<string, string[]>();
  for (const [name, value] of form) {
    const values = fields.get(name);
    if (values === undefined) fields.set(name, [value]);
    else values.push(value);
  }
  return Object.fromEntries([...fields].map(([name, values]) => [name, values.length === 1 ? values[0]! : values]));
}

/** The object or list that a text is; undefined for any other text. AWS SNS sends JSON as `text/plain`. */
function jsonIn(text: string): JsonValue | undefined {
  if (!/^\s*[[{]/.test(text)) return undefined;
  try {
    const value = parseJson(text);
    return isObjectOrList(value) ? value : undefined;
  } catch (error) {
    if (error instanceof AppError) return undefined;
    throw error;
  }
}

function isObjectOrList(value: JsonValue): boolean {
  return Array.isArray(value) || isJsonObject(value);
}

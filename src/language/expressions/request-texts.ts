import { isJsonTemplate, jsonPlaces } from './json-places.ts';
import { parseTemplate } from './parse-template.ts';
import { placeholderText, shellForm, type PlaceholderText } from './placeholder-text.ts';
import type { Reference } from './reference.ts';
import type { Template } from './template.ts';
import { urlPlaces } from './url-places.ts';
import type { InputTypeName } from '../input-types/input-types.ts';

/** The parts of an HTTP request as an author wrote them. */
export interface RequestParts {
  readonly url: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string;
}

/** The same as texts that are filled on the worker; absent where there is nothing to send. */
export interface RequestTexts {
  readonly url: PlaceholderText;
  /** One header a line. */
  readonly headers?: PlaceholderText;
  readonly body?: PlaceholderText;
}

/**
 * Finds out how each value is written at its place in a request (DESIGN 4): the uses are those of `urlPlaces` and
 * `jsonPlaces`, `header` in headers and `raw` in a body that is not JSON. A body is JSON when its Content-Type says so;
 * without a Content-Type, when it is a JSON object or list, which is then declared as `application/json`.
 */
export function requestTexts(
  parts: RequestParts,
  typeOf: (reference: Reference) => InputTypeName | undefined,
): RequestTexts {
  const headers = Object.entries(parts.headers ?? {});
  const body = parts.body === undefined ? undefined : parseTemplate(parts.body).template;
  const declared = headers.find(([name]) => name.toLowerCase() === 'content-type')?.[1];
  const isJson = body !== undefined && (declared === undefined ? isJsonTemplate(body) : /json/i.test(declared));
  if (isJson && declared === undefined) headers.push(['Content-Type', 'application/json']);
  const lines: Template = headers.flatMap(([name, value]) => [
    text(`${name}: `),
    ...parseTemplate(value).template,
    text('\n'),
  ]);
  const url = parseTemplate(parts.url).template;
  return {
    url: withUses(url, urlPlaces(url), 'url-part'),
    headers: lines.length === 0 ? undefined : withUses(lines, [], 'header'),
    body: body && withUses(body, isJson ? jsonPlaces(body, typeOf) : [], 'raw'),
  };
}

function text(literal: string): Template[number] {
  return { kind: 'text', text: literal };
}

function withUses(template: Template, places: readonly (string | undefined)[], otherwise: string): PlaceholderText {
  return placeholderText(template, shellForm, (_, index) => places[index] ?? otherwise);
}

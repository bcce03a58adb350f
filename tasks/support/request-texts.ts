import {
  formOfType,
  parseTemplate,
  placeholderText,
  shellForm,
  type InputTypeName,
  type PlaceholderText,
  type Reference,
  type Template,
  type ValueForm,
} from '../../src/language/task-types/task-contract.ts';

/** The parts of an HTTP request as the author wrote them. */
export interface RequestParts {
  readonly url: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string;
}

/** The same parts as strings that the agent fills in; undefined if there is nothing to send. */
export interface RequestTexts {
  readonly url: PlaceholderText;
  /** One header per line. */
  readonly headers?: PlaceholderText;
  readonly body?: PlaceholderText;
}

/**
 * Determines how each value is written at its place in a request (docs/reference/expressions.md): `urlPlaces` in the
 * URL, `header` in headers, and in the body `jsonPlaces`, or `raw` if the body is not JSON. A body is JSON if its
 * Content-Type is, or, without a Content-Type, if it is a JSON object or list; it is then sent as `application/json`.
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

/**
 * How a value is written at its place in JSON text (docs/reference/expressions.md): escaped inside a string, otherwise
 * as the JSON of its declared type.
 */
type JsonPlace = 'json-string' | 'json-text' | 'json-number' | 'json-boolean' | 'json-value';

/** The place of each reference; undefined for parts that are text. */
function jsonPlaces(
  template: Template,
  typeOf: (reference: Reference) => InputTypeName | undefined,
): (JsonPlace | undefined)[] {
  let inString = false;
  return template.map((part) => {
    if (part.kind === 'reference') return inString ? 'json-string' : placeOutsideStrings(typeOf(part.reference));
    for (const [token] of part.text.matchAll(/\\[^]|"/g)) {
      if (token === '"') inString = !inString;
    }
    return undefined;
  });
}

const placesOutsideStrings: Readonly<Record<ValueForm, JsonPlace>> = {
  string: 'json-text',
  integer: 'json-number',
  number: 'json-number',
  boolean: 'json-boolean',
  list: 'json-value',
  json: 'json-value',
};

function placeOutsideStrings(type: InputTypeName | undefined): JsonPlace {
  return placesOutsideStrings[formOfType(type)];
}

/** Whether a template is a JSON object or list once every reference has a value. */
function isJsonTemplate(template: Template): boolean {
  const places = jsonPlaces(template, () => undefined);
  const filled = template.map((part, index) =>
    part.kind === 'text' ? part.text : places[index] === 'json-string' ? 'x' : '"x"',
  );
  try {
    const value: unknown = JSON.parse(filled.join(''));
    return typeof value === 'object' && value !== null;
  } catch {
    return false;
  }
}

/**
 * How a value is written at its place in a URL (docs/reference/expressions.md): unchanged as an absolute URL, a host or
 * host:port, or percent-encoded. Before an `@` it is also encoded, so that it cannot become the host.
 */
export type UrlPlace = 'url-whole' | 'url-host' | 'url-userinfo' | 'url-part';

/**
 * The place of each reference; undefined for parts that are text. After an unchanged value everything is `url-part`:
 * whether that value ends with its host is known only in the build.
 */
export function urlPlaces(template: Template): (UrlPlace | undefined)[] {
  const sketch = template.map((part) => (part.kind === 'text' ? part.text : 'x'));
  return template.map((part, index) => {
    if (part.kind === 'text') return undefined;
    if (index === 0) return 'url-whole';
    const inAuthority = template[0]?.kind === 'text' && openAuthority.test(sketch.slice(0, index).join(''));
    if (!inAuthority) return 'url-part';
    const rest =
      sketch
        .slice(index + 1)
        .join('')
        .split(/[/?#]/, 1)[0] ?? '';
    return rest.includes('@') ? 'url-userinfo' : 'url-host';
  });
}

const openAuthority = /^https?:\/\/[^/?#]*$/i;

/** The problem with the author's part of a URL, to follow "The URL"; undefined if it is valid. */
export function urlProblem(template: Template): string | undefined {
  const sketch = template.map((part) => (part.kind === 'text' ? part.text : 'x')).join('');
  if (/[\s\p{Cc}]/u.test(sketch)) return 'contains a space, a line break or a control character';
  if (template[0]?.kind !== 'reference' && !/^https?:\/\/[^/?#]/i.test(sketch)) {
    return 'must start with http:// or https:// and a host, or with a reference to such a URL';
  }
  return undefined;
}

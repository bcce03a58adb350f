/**
 * Strict JSON (RFC 8259) as text, so that numbers keep their digits and objects the order of their keys. Means the same
 * as `templates/runtime/json.groovy`: a test runs both on the same texts.
 */

/** The max nesting depth of lists and objects. */
export const maxJsonLevels = 100;

/**
 * A text as compact JSON: without white space, and with characters instead of escapes where possible. Undefined if the
 * text is not JSON, or has too many levels.
 */
export function compactJson(text: string): string | undefined {
  // Levels first: parsing a million of them takes long.
  return hasFewLevels(text) && isJson(text) ? compacted(text) : undefined;
}

/**
 * The keys of a JSON object and the compact JSON of their values, in order; of equal keys, the last one counts.
 * Undefined for any other text.
 */
export function jsonFields(text: string): ReadonlyMap<string, string> | undefined {
  const compact = compactJson(text);
  if (compact === undefined || !compact.startsWith('{')) return undefined;
  const fields = new Map<string, string>();
  for (let at = 1; at < compact.length - 1;) {
    const keyEnd = endOfString(compact, at);
    const end = endOfValue(compact, keyEnd + 1);
    fields.set(JSON.parse(compact.slice(at, keyEnd)) as string, compact.slice(keyEnd + 1, end)); // a JSON string
    at = end + 1;
  }
  return fields;
}

/** The compact JSON of the items of a JSON list; undefined for any other text. */
export function jsonItems(text: string): readonly string[] | undefined {
  const compact = compactJson(text);
  if (compact === undefined || !compact.startsWith('[')) return undefined;
  const items: string[] = [];
  for (let at = 1; at < compact.length - 1;) {
    const end = endOfValue(compact, at);
    items.push(compact.slice(at, end));
    at = end + 1;
  }
  return items;
}

/** A text as a JSON string, escaped as in compact JSON. */
export function jsonString(text: string): string {
  return JSON.stringify(text);
}

// Code units are compared, because texts of several megabytes would keep the thread busy for seconds otherwise.
const quote = 0x22;
const backslash = 0x5c;
const comma = 0x2c;

/** Whether a text would be nested too deeply as JSON; it need not be JSON. */
function hasFewLevels(text: string): boolean {
  let level = 0;
  for (let at = 0; at < text.length; at++) {
    const unit = text.charCodeAt(at);
    if (unit === quote) at = endOfString(text, at) - 1;
    else if (isOpening(unit) && ++level > maxJsonLevels) return false;
    else if (isClosing(unit)) level--;
  }
  return true;
}

/** @param text JSON */
function compacted(text: string): string {
  let compact = '';
  let copied = 0;
  for (let at = 0; at < text.length; at++) {
    const unit = text.charCodeAt(at);
    if (unit === quote) {
      const end = endOfString(text, at);
      const string = text.slice(at, end);
      if (string.includes('\\')) {
        compact += text.slice(copied, at) + JSON.stringify(JSON.parse(string));
        copied = end;
      }
      at = end - 1;
    } else if (unit <= 0x20) {
      compact += text.slice(copied, at);
      copied = at + 1;
    }
  }
  return compact + text.slice(copied);
}

/** Where the string that begins at an offset has ended; the length of the text if it does not end. */
export function endOfString(text: string, start: number): number {
  for (let at = start + 1; at < text.length; at++) {
    const unit = text.charCodeAt(at);
    if (unit === quote) return at + 1;
    if (unit === backslash) at++;
  }
  return text.length;
}

/** Where the value of a field or an item that begins at an offset has ended. @param compact compact JSON */
function endOfValue(compact: string, start: number): number {
  let level = 0;
  for (let at = start; at < compact.length; at++) {
    const unit = compact.charCodeAt(at);
    if (unit === quote) at = endOfString(compact, at) - 1;
    else if (isOpening(unit)) level++;
    else if (level === 0 && (unit === comma || isClosing(unit))) return at;
    else if (isClosing(unit)) level--;
  }
  return compact.length;
}

/** `[` or `{` */
function isOpening(unit: number): boolean {
  return unit === 0x5b || unit === 0x7b;
}

/** `]` or `}` */
function isClosing(unit: number): boolean {
  return unit === 0x5d || unit === 0x7d;
}

function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}

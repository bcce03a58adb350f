/**
 * Strict JSON (RFC 8259) as text, so that numbers keep their digits and objects the order of their keys. Means the same
 * as `templates/runtime/json.groovy.hbs`: a test runs both on the same texts.
 */

/** The max nesting depth of lists and objects. */
export const maxJsonLevels = 100;

/**
 * A text as compact JSON: without white space, and with characters instead of escapes where possible. Undefined if the
 * text is not JSON, or has too many levels.
 */
export function compactJson(text: string): string | undefined {
  if (!isJson(text)) return undefined;
  let compact = '';
  let level = 0;
  for (const [token] of text.matchAll(tokens)) {
    if (token === '[' || token === '{') level++;
    else if (token === ']' || token === '}') level--;
    if (level > maxJsonLevels) return undefined;
    compact += token.startsWith('"') ? compactString(token) : token;
  }
  return compact;
}

/**
 * The keys of a JSON object and the compact JSON of their values, in order; of equal keys, the last one counts.
 * Undefined for any other text.
 */
export function jsonFields(text: string): ReadonlyMap<string, string> | undefined {
  const compact = compactJson(text);
  if (compact === undefined || !compact.startsWith('{')) return undefined;
  const fields = new Map<string, string>();
  let level = 0;
  let key: string | undefined;
  let start = 0;
  for (const { 0: token, index } of compact.matchAll(tokens)) {
    const isOpening = token === '[' || token === '{';
    const isClosing = token === ']' || token === '}';
    if (level === 1 && key === undefined && token.startsWith('"'))
      key = JSON.parse(token) as string; // a JSON string
    else if (level === 1 && key !== undefined && token === ':') start = index + 1;
    if (isClosing) level--;
    if (key !== undefined && (level === 0 || (level === 1 && token === ','))) {
      fields.set(key, compact.slice(start, index));
      key = undefined;
    }
    if (isOpening) level++;
  }
  return fields;
}

/**
 * The first integer of compact JSON beyond ±(2^53 - 1), which JavaScript cannot represent exactly; undefined if there
 * is none.
 */
export function unsafeInteger(compact: string): string | undefined {
  for (const [token] of compact.matchAll(tokens)) {
    if (/^-?[0-9]{16,}$/.test(token) && !Number.isSafeInteger(Number(token))) return token;
  }
  return undefined;
}

/** A text as a JSON string, escaped as in compact JSON. */
export function jsonString(text: string): string {
  return JSON.stringify(text);
}

// Of valid JSON: strings, signs, and everything else up to the next of them, which is a number or a word.
const tokens = /"(?:[^"\\]|\\.)*"|[[\]{},:]|[^\s"[\]{},:]+/g;

function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}

function compactString(token: string): string {
  return token.includes('\\') ? JSON.stringify(JSON.parse(token)) : token;
}

import { quoteShort } from '../../base/problem/describe-value.ts';
import type { JsonObject } from '../../base/text/json-value.ts';
import type { PropertyReader } from './property-reader.ts';

/** The characters that an id may contain. */
export interface IdRule {
  readonly syntax: RegExp;
  /** The syntax in words. */
  readonly words: string;
}

export const flowIdRule: IdRule = {
  syntax: /^[a-zA-Z0-9][a-zA-Z0-9._-]*$/,
  words: 'letters, digits, ".", "_" and "-", starting with a letter or digit',
};

export const inputIdRule: IdRule = { syntax: /^[a-zA-Z0-9][.a-zA-Z0-9_-]*$/, words: flowIdRule.words };

export const namespaceRule: IdRule = {
  syntax: /^[a-z0-9][a-z0-9._-]*$/,
  words: 'lowercase letters, digits, ".", "_" and "-", starting with a letter or digit',
};

export const taskIdRule: IdRule = {
  syntax: /^[a-zA-Z0-9][a-zA-Z0-9_-]*$/,
  words: 'letters, digits, "_" and "-", starting with a letter or digit',
};

/** The name of a field that a task returns, which a reference can name after `task_outputs.<task_id>.`. */
export const fieldRule: IdRule = {
  syntax: /^[A-Za-z0-9_][A-Za-z0-9_.-]*$/,
  words: 'letters, digits, "_", "-" and "."',
};

/**
 * The max length in characters of any id. Ids are parts of paths, and openapi.yaml has the same limit: a flow with a
 * longer id could be stored but never requested.
 */
const maxIdLength = 255;

export function isId(text: string, rule: IdRule): boolean {
  return text.length <= maxIdLength && rule.syntax.test(text);
}

/** Reads a required id. An invalid one is reported and still returned, because it declares a name. */
export function readId(reader: PropertyReader, key: string, rule: IdRule): string | undefined {
  const id = reader.isMissing(key) ? undefined : reader.text(key);
  if (id !== undefined && !rule.syntax.test(id)) {
    reader.report(
      'invalid-id',
      key,
      `The ${key} ${quoteShort(id)} must consist of ${rule.words} (${rule.syntax.source}).`,
    );
  }
  if (id !== undefined && id.length > maxIdLength) {
    const message = `The ${key} ${quoteShort(id)} is ${id.length} characters long; the maximum is ${maxIdLength}.`;
    reader.report('invalid-id', key, message);
  }
  return id;
}

/** The rule as JSON Schema. */
export function idSchema({ syntax }: IdRule, description: string): JsonObject {
  return { type: 'string', pattern: syntax.source, maxLength: maxIdLength, description };
}

import { quoteShort } from '../../problem/describe-value.ts';
import type { JsonObject } from '../../problem/json-value.ts';
import type { PropertyReader } from './property-reader.ts';

/** What an id may hold. */
export interface IdRule {
  readonly syntax: RegExp;
  /** What the syntax says, in words. */
  readonly words: string;
}

export const flowIdRule: IdRule = {
  syntax: /^[a-zA-Z0-9][a-zA-Z0-9._-]*$/,
  words: 'letters, digits, ".", "_" and "-", beginning with a letter or digit',
};

export const inputIdRule: IdRule = { syntax: /^[a-zA-Z0-9][.a-zA-Z0-9_-]*$/, words: flowIdRule.words };

export const namespaceRule: IdRule = {
  syntax: /^[a-z0-9][a-z0-9._-]*$/,
  words: 'lower-case letters, digits, ".", "_" and "-", beginning with a letter or digit',
};

export const taskIdRule: IdRule = {
  syntax: /^[a-zA-Z0-9][a-zA-Z0-9_-]*$/,
  words: 'letters, digits, "_" and "-", beginning with a letter or digit',
};

/**
 * How many characters an id may have, of a flow and of anything in it. Ids are parts of paths, where openapi.yaml has the
 * same number: what has a longer one could be stored, and not be asked for.
 */
const maxIdLength = 255;

export function isId(text: string, rule: IdRule): boolean {
  return text.length <= maxIdLength && rule.syntax.test(text);
}

/** A required id. One that breaks the rule is reported and still returned: it declares its name. */
export function readId(reader: PropertyReader, key: string, rule: IdRule): string | undefined {
  const id = reader.isMissing(key) ? undefined : reader.text(key);
  if (id !== undefined && !rule.syntax.test(id)) {
    reader.report(
      'invalid-id',
      key,
      `The ${key} ${quoteShort(id)} may hold only ${rule.words} (${rule.syntax.source}).`,
    );
  }
  if (id !== undefined && id.length > maxIdLength) {
    const message = `The ${key} ${quoteShort(id)} has ${id.length} characters, at most ${maxIdLength} are allowed.`;
    reader.report('invalid-id', key, message);
  }
  return id;
}

/** The rule as JSON Schema. */
export function idSchema({ syntax }: IdRule, description: string): JsonObject {
  return { type: 'string', pattern: syntax.source, maxLength: maxIdLength, description };
}

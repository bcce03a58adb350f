import { longestId, tooLong } from '../../input/longest-id.ts';
import { quoteShort } from '../../problem/describe-value.ts';
import type { Placed } from '../flow-draft.ts';
import type { MappingReader } from './mapping-reader.ts';
import type { Reading } from './reading.ts';

export interface IdRule {
  readonly syntax: RegExp;
  /** What the syntax says, in words. */
  readonly words: string;
}

export const flowIdRule: IdRule = {
  syntax: /^[a-zA-Z0-9][a-zA-Z0-9._-]*$/,
  words: 'letters, digits, ".", "_" and "-", beginning with a letter or digit',
};

export const namespaceRule: IdRule = {
  syntax: /^[a-z0-9][a-z0-9._-]*$/,
  words: 'lower-case letters, digits, ".", "_" and "-", beginning with a letter or digit',
};

export const taskIdRule: IdRule = {
  syntax: /^[a-zA-Z0-9][a-zA-Z0-9_-]*$/,
  words: 'letters, digits, "_" and "-", beginning with a letter or digit',
};

export function isId(text: string, rule: IdRule): boolean {
  return text.length <= longestId && rule.syntax.test(text);
}

/** A required id. One that breaks the rule is reported and still returned: it declares its name. */
export function readId(reader: MappingReader, key: string, rule: IdRule): string | undefined {
  const id = reader.isMissing(key) ? undefined : reader.text(key);
  if (id !== undefined && !rule.syntax.test(id)) {
    reader.report('invalid-id', key, `The ${key} ${quoteShort(id)} may hold only ${rule.words} (${rule.syntax.source}).`);
  }
  if (id !== undefined && id.length > longestId) {
    reader.report('invalid-id', key, `The ${key} ${quoteShort(id)} ${tooLong(id)}`);
  }
  return id;
}

/** Reports every entry whose id an earlier one has. */
export function reportDuplicates(what: string, entries: readonly Placed<{ readonly id: string }>[], reading: Reading): void {
  const seen = new Set<string>();
  for (const { value, path } of entries) {
    if (value.id === '') continue;
    if (seen.has(value.id)) {
      const message = `Another ${what} has the id ${quoteShort(value.id)} already; ids are unique.`;
      reading.findings.push({ code: 'duplicate-id', message, path: [...path, 'id'] });
    }
    seen.add(value.id);
  }
}

import { alternatives, quoteShort } from '../../base/problem/describe-value.ts';
import type { PropertyReader } from '../document/property-reader.ts';

/** Reads `allowed_extensions`: in lower case, without the dot and without duplicates. Without items, any is allowed. */
export function readExtensions(properties: PropertyReader): readonly string[] | undefined {
  const key = 'allowed_extensions';
  const texts = properties.texts(key);
  if (texts === undefined) return undefined;
  const extensions = new Set<string>();
  for (const { text, index } of texts) {
    const extension = text.replace(/^\./, '').toLowerCase();
    if (/^[^\s./\\]+(?:\.[^\s./\\]+)*$/.test(extension)) extensions.add(extension);
    else
      properties.report(
        'invalid-constraint',
        key,
        `${quoteShort(text)} is not a file extension; write one such as csv.`,
        {
          below: [index],
        },
      );
  }
  return extensions.size === 0 ? undefined : [...extensions];
}

/** The problem with a file name. Extensions are case-insensitive and have no dot; `tar.gz` is one too. */
export function extensionProblems(filename: string, allowed: readonly string[] | undefined): readonly string[] {
  const name = filename.toLowerCase();
  if (allowed === undefined || allowed.some((extension) => name.endsWith(`.${extension}`))) return [];
  return [
    `The file must have ${allowed.length === 1 ? 'the extension' : 'one of the extensions'} ${alternatives(allowed)}; found ${quoteShort(filename)}`,
  ];
}

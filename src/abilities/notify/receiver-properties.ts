import { quoteShort } from '../../base/problem/describe-value.ts';
import type { PropertyReader } from '../../language/document/property-reader.ts';

/** A required list of strings. @param allowed what each must be */
export function requiredItems(
  reader: PropertyReader,
  key: string,
  isValid: (text: string) => boolean,
  allowed: string,
): readonly string[] {
  if (reader.isMissing(key)) return [];
  const texts = reader.texts(key);
  if (texts?.length === 0) reader.report('empty-list', key, `"${key}" must have at least one item: ${allowed}.`);
  return (texts ?? []).flatMap(({ text, index }) => {
    if (isValid(text)) return [text];
    reader.report('invalid-value', key, `${quoteShort(text)} is not ${allowed}.`, { below: [index] });
    return [];
  });
}

/** A plain address of a mail, without a name. */
export function isAddress(text: string): boolean {
  return text.length <= 254 && /^[^\s@<>()[\]\\,;:"\p{Cc}]+@[^\s@<>()[\]\\,;:"\p{Cc}]+$/u.test(text);
}

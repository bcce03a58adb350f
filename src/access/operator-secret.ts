import { readFileSync } from 'node:fs';
import { quoteShort } from '../base/problem/describe-value.ts';
import type { PropertyReader } from '../language/document/property-reader.ts';

/** Reads the file of a secret. @throws if it cannot be read */
export type ReadSecret = (path: string) => string;

export const readSecretFile: ReadSecret = (path) =>
  new TextDecoder('utf-8', { fatal: true }).decode(readFileSync(path));

/**
 * A secret: the property itself, or the file that `<key>_file` names. Messages never contain it.
 * @returns undefined if it is missing or cannot be read
 */
export function secretText(
  reader: PropertyReader,
  key: string,
  { readSecret, required = false }: { readonly readSecret: ReadSecret; readonly required?: boolean },
): string | undefined {
  const fileKey = `${key}_file`;
  const [given, path] = [reader.filledText(key), reader.filledText(fileKey)];
  if (given !== undefined && path !== undefined)
    reader.report('conflicting-properties', fileKey, `"${key}" and "${fileKey}" exclude each other.`, { at: 'key' });
  if (given !== undefined) return given;
  if (path !== undefined) return readFrom(reader, fileKey, path, readSecret);
  if (required && reader.value(key) === undefined && reader.value(fileKey) === undefined)
    reader.problems.push({
      code: 'missing-property',
      message: `"${key}" or "${fileKey}" is required.`,
      path: reader.path,
      at: 'first-key',
    });
  return undefined;
}

function readFrom(reader: PropertyReader, key: string, path: string, readSecret: ReadSecret): string | undefined {
  try {
    const secret = readSecret(path).trim();
    if (secret !== '') return secret;
    reader.report('invalid-value', key, `"${key}" must name a file with a secret; ${quoteShort(path)} is empty.`);
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? String(error.code) : undefined;
    const why = code === undefined ? 'is not UTF-8' : (reasons[code] ?? `fails with ${code}`);
    reader.report('invalid-value', key, `"${key}" cannot be read: ${quoteShort(path)} ${why}.`);
  }
  return undefined;
}

const reasons: Readonly<Record<string, string>> = {
  ENOENT: 'does not exist',
  EACCES: 'may not be read by this process',
  EISDIR: 'is a folder',
};

/** The URL in `<key>` or in the file that `<key>_file` names. */
export function urlText(reader: PropertyReader, key: string, readSecret: ReadSecret): string | undefined {
  const url = secretText(reader, key, { readSecret, required: true });
  if (url === undefined) return undefined;
  const parsed = URL.canParse(url) ? new URL(url) : undefined;
  const isUsable = /^https?:$/.test(parsed?.protocol ?? '');
  if (parsed !== undefined && isUsable && parsed.username + parsed.password + parsed.hash === '') return url;
  // The value can contain a token and is never repeated.
  const place = reader.value(key) === undefined ? `${key}_file` : key;
  reader.report('invalid-value', place, `"${place}" must be a URL with http:// or https:// without user and fragment.`);
  return undefined;
}

import { fullFormats } from 'ajv-formats/dist/formats.js';
import { quoteShort } from '../../problem/describe-value.ts';
import { extensionProblems } from './file-extensions.ts';

/*
 * The default of a FILE: not an upload, but a URL from which the agent fetches the file when no file is given.
 */

const form = 'a URL with https:, http: or file:, such as https://example.com/data.csv';

// The very check that JSON Schema validators make of `format: uri`; this entry of the table is a function.
const isUri = fullFormats.uri as (text: string) => boolean;

/** What is wrong with such a URL, as sentences without a full stop; one that may hold a password is not repeated. */
export function defaultUrlProblems(
  text: string,
  { allowedExtensions }: { readonly allowedExtensions?: readonly string[] },
): readonly string[] {
  const url = /^(https?|file):/.test(text) && isUri(text) && URL.canParse(text) ? new URL(text) : undefined;
  if (url === undefined) return [`Value must be ${form}${text.includes('@') ? '' : `; found ${quoteShort(text)}`}`];
  if (url.username !== '' || url.password !== '')
    return ['Value must not hold a user or a password, which every reader of the flow would see'];
  const isLocal = url.protocol === 'file:';
  if (isLocal && url.host !== '')
    return [
      `Value must be a file of the agent, such as file:///data/map.csv; found one of the host ${quoteShort(url.host)}`,
    ];
  if (isLocal && lastSegment(text) === '') return ['Value must be the URL of a file; found that of a folder'];
  return isLocal || tellsExtension(text) ? extensionProblems(defaultFileName(text), allowedExtensions) : [];
}

/** The name that the file has for conditions and tasks: the last part of the URL's path, `file` where that is empty. */
export function defaultFileName(url: string): string {
  return lastSegment(url) || 'file';
}

/**
 * Whether the URL itself says which extension the file has. Otherwise, as for `https://example.com/download?id=7`, the
 * server's answer says it, so that only the agent can check it.
 */
export function tellsExtension(url: string): boolean {
  return /\.(?=[0-9]*[A-Za-z])[A-Za-z0-9]{1,16}$/.test(lastSegment(url));
}

function lastSegment(url: string): string {
  const segment = new URL(url).pathname.split('/').at(-1) ?? '';
  try {
    return decodeURIComponent(segment).split('/').at(-1) ?? '';
  } catch {
    return segment; // bytes that are not UTF-8 stay escaped
  }
}

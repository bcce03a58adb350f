import { quoteShort } from '../../base/problem/describe-value.ts';
import { extensionProblems } from './file-extensions.ts';
import { isUri } from './uri-type.ts';

/*
 * The default of a file input is a URL, not an upload. If no file is given, the agent downloads the file from it.
 */

const form = 'an https:, http: or file: URL such as https://example.com/data.csv';

/**
 * The problems with such a URL, as sentences without a full stop. Does not repeat a URL that may contain a password.
 */
export function defaultUrlProblems(
  text: string,
  { allowedExtensions }: { readonly allowedExtensions?: readonly string[] },
): readonly string[] {
  const url = /^(https?|file):/.test(text) && isUri(text) && URL.canParse(text) ? new URL(text) : undefined;
  if (url === undefined) return [`Value must be ${form}${text.includes('@') ? '' : `; found ${quoteShort(text)}`}`];
  if (url.username !== '' || url.password !== '')
    return ['Value must not contain a user name or password, because everyone who can read the flow would see it'];
  const isLocal = url.protocol === 'file:';
  if (isLocal && url.host !== '')
    return [`Value must be a file on the agent, such as file:///data/map.csv; found the host ${quoteShort(url.host)}`];
  if (isLocal && lastSegment(text) === '') return ['Value must be the URL of a file; found a folder'];
  return isLocal || tellsExtension(text) ? extensionProblems(defaultFileName(text), allowedExtensions) : [];
}

/** The file name for conditions and tasks: the last part of the URL's path, or `file` if that is empty. */
export function defaultFileName(url: string): string {
  return lastSegment(url) || 'file';
}

/**
 * Whether the URL itself determines the extension of the file. For a URL such as `https://example.com/download?id=7`,
 * the server's answer does, so only the agent can check it.
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

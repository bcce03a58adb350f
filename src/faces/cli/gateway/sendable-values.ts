import { UsageError } from '../terminal.ts';

/** The base URL of a server, with a trailing slash. @param name what messages call it @throws {UsageError} */
export function serverUrl(text: string, name: string): URL {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (url === undefined || !['http:', 'https:'].includes(url.protocol))
    throw new UsageError(`${name} must be a URL that starts with http:// or https://.`);
  // The password is not repeated: it would end up in a log.
  if (url.username !== '' || url.password !== '')
    throw new UsageError(`${name} must not contain a user or password; use a token.`);
  if (!url.pathname.endsWith('/')) url.pathname += '/';
  url.search = '';
  url.hash = '';
  return url;
}

/** @throws {UsageError} for a user id that a header cannot contain */
export function sendableUser(user: string): string {
  return sendable(user, 'the user id', /^[\x20-\x7e]{1,255}$/);
}

/** @throws {UsageError} for a token that a header cannot contain */
export function sendableToken(token: string): string {
  return sendable(token, 'the token', /^[\x21-\x7e]+$/);
}

function sendable(text: string, what: string, allowed: RegExp): string {
  if (!allowed.test(text))
    throw new UsageError(`${what} contains characters that are not allowed in a header; use printable ASCII.`);
  return text;
}

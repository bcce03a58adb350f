// A shorter path is no secret by itself, and masking it would hide too much.
const minTargetLength = 16;
const minTokenLength = 32;
const minLastTokenLength = 20;
const maxUrlLength = 8192;

/**
 * The parts of a secret URL that give the same access as the whole: its password, what a client requests from the host,
 * as `curl -v` prints it, and the tokens in its path and its query. Empty for other texts.
 */
export function urlParts(value: string): readonly string[] {
  if (value.length > maxUrlLength) return [];
  const found = /^[a-z][a-z0-9+.-]*:\/\/(?:([^\s/?#]*)@)?[^\s/?#@]+(\/[^\s?#]*)?(\?[^\s#]*)?(?:#\S*)?$/i.exec(value);
  if (found === null) return [];
  const [, user = '', path = '', query = ''] = found;
  const password = /:(.+)$/.exec(user)?.[1];
  const segments = path.split('/').filter((segment) => segment.length >= minTokenLength);
  const last = query === '' ? (path.split('/').at(-1) ?? '') : '';
  const parameters = query
    .slice(1)
    .split('&')
    .map((parameter) => parameter.slice(parameter.indexOf('=') + 1));
  const tokens = [...segments, last, ...parameters].filter((token) => token.length >= minLastTokenLength);
  const target = path + query;
  const raw = [
    ...(password === undefined ? [] : [password]),
    ...(target.length < minTargetLength ? [] : [target]),
    ...tokens,
  ];
  return [...new Set([...raw, ...raw.map(decoded)])];
}

/** A client can print what the URL encodes. */
function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

import { isIP, isIPv6 } from 'node:net';
import { readRedisUrl, redisUrlForms } from '../redis-url.ts';
import { entriesOf, url, type Reader } from './setting-readers.ts';

/** IP addresses, CIDR ranges, or the word `loopback`. */
export function addresses(fallback: readonly string[]): Reader<readonly string[]> {
  return {
    default: `\`${fallback.join(',')}\``,
    read: (given, { invalid }) => {
      const entries = entriesOf(given);
      for (const entry of entries.filter((each) => !isAddressRange(each)))
        invalid(
          entry,
          'IP addresses, ranges such as 10.0.0.0/8 (but not /0, which includes all addresses), or loopback',
        );
      return entries.length === 0 ? fallback : entries;
    },
  };
}

function isAddressRange(text: string): boolean {
  if (text === 'loopback') return true;
  const [address = '', bits, ...rest] = text.split('/');
  const version = isIP(address);
  if (version === 0 || rest.length > 0) return false;
  // A range of all addresses would trust every client, and is almost certainly a mistake.
  return bits === undefined || (/^[1-9]\d{0,2}$/.test(bits) && Number(bits) <= (version === 4 ? 32 : 128));
}

/** Host names without ports, in lower case, and IPv6 addresses in brackets; `*` allows all. */
export function hosts(fallback: readonly string[]): Reader<readonly string[]> {
  return {
    default: `\`${fallback.join(',')}\``,
    read: (given, { invalid }) => {
      // Kubernetes gives the address of a pod without the brackets that it has in a Host header.
      const entries = entriesOf(given).map((entry) => (isIPv6(entry) ? `[${entry}]` : entry).toLowerCase());
      for (const entry of entries) {
        if (!/^(\*|[a-z0-9._-]+|\[[0-9a-f:.]+\])$/.test(entry))
          invalid(entry, 'host names without scheme and port, addresses ([::1] for IPv6), or *');
      }
      return entries.length === 0 ? fallback : entries;
    },
  };
}

/** Paths are appended to it, so it must not have a query or fragment. Without a slash at its end. */
export function publicUrl(): Reader<string | undefined> {
  const { read } = url(['http', 'https']);
  return {
    read: (given, report) => {
      const text = read(given, report);
      if (text === undefined || !/^https?:/i.test(text) || !URL.canParse(text)) return undefined; // already reported
      const { origin, pathname, search, hash, username, password } = new URL(text);
      if (search + hash + username + password !== '') report.problem('must not contain a user, query or fragment');
      return `${origin}${pathname.replace(/\/+$/, '')}`;
    },
  };
}

/** The value can contain a password and is never repeated. */
export function redisUrl(): Reader<string | undefined> {
  return {
    read: (given, { problem }) => {
      if (given !== undefined && readRedisUrl(given) === undefined)
        problem(`must be a URL of one of these forms: ${redisUrlForms}`);
      return given;
    },
  };
}

import { namespacePattern } from '../allowed-values.ts';
import { entriesOf, type Reader } from './setting-readers.ts';

interface NotifiedUrl {
  /** A pattern for namespaces. */
  readonly namespaces: string;
  readonly url: string;
}

const form = new RegExp(`^(?:(?<namespaces>${namespacePattern})=)?(?<url>https?://.+)$`, 'i');

export function receivers(): Reader<readonly NotifiedUrl[]> {
  return {
    read: (given, { problem }) =>
      entriesOf(given).flatMap((entry) => {
        const receiver = readReceiver(entry);
        if (receiver !== undefined) return [receiver];
        // The value can contain a token and is never repeated.
        problem(
          'must be a URL for all namespaces, or <namespaces>=<URL>, separated by commas, such as "robotics=https://a.example/hook,*=https://b.example"; URLs start with http:// or https://, and have no user and fragment',
        );
        return [];
      }),
  };
}

function readReceiver(entry: string): NotifiedUrl | undefined {
  const { namespaces = '*', url } = form.exec(entry)?.groups ?? {};
  if (url === undefined || !URL.canParse(url)) return undefined;
  const { username, password, hash } = new URL(url);
  return username + password + hash === '' ? { namespaces, url } : undefined;
}

/** Whether a text is a key of Standard Webhooks. */
export function isSigningKey(text: string): boolean {
  return /^whsec_[A-Za-z0-9+/]{32,88}={0,2}$/.test(text);
}

/** Keys of Standard Webhooks, the newest first. */
export function signingKeys(): Reader<readonly string[]> {
  return {
    read: (given, { problem }) => {
      const keys = entriesOf(given);
      if (!keys.every(isSigningKey))
        problem(
          'must be whsec_ and 24 to 64 bytes as base64, such as "whsec_$(openssl rand -base64 32)"; separate several with commas',
        );
      return keys;
    },
  };
}

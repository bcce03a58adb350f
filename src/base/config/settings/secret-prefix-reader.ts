import { namespacePattern, secretProviderNames } from '../allowed-values.ts';
import { entriesOf, type Reader } from './setting-readers.ts';

/** What the references of some namespaces may begin with. */
export interface SecretPrefix {
  /** `*`, a namespace, or `<namespace>.*` for all namespaces below it. */
  readonly namespaces: string;
  /** Such as `vault:web/`. */
  readonly prefix: string;
}

const form = new RegExp(
  `^(?<namespaces>${namespacePattern})=(?<prefix>(?:${secretProviderNames.join('|')}):[^\\s=]*)$`,
);

export function secretPrefixes(): Reader<readonly SecretPrefix[] | undefined> {
  return {
    read: (given, { invalid }) =>
      given === undefined
        ? undefined
        : entriesOf(given).flatMap((entry) => {
            const { namespaces, prefix } = form.exec(entry)?.groups ?? {};
            // All variables of Flowgate would be far too many.
            if (namespaces !== undefined && prefix !== undefined && prefix !== 'env:') return [{ namespaces, prefix }];
            invalid(
              entry,
              `<namespaces>=<prefix>, separated by commas; a prefix begins with ${secretProviderNames.map((name) => `${name}:`).join(', ')}, and one of env: also names variables, such as env:WEB_`,
            );
            return [];
          }),
  };
}

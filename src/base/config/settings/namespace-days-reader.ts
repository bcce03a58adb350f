import { namespacePattern } from '../allowed-values.ts';
import { entriesOf, type Reader } from './setting-readers.ts';

/** How long something is kept in some namespaces. */
export interface NamespaceDays {
  /** `*`, a namespace, or `<namespace>.*` for all namespaces below it. */
  readonly namespaces: string;
  /** 0 for forever. */
  readonly days: number;
}

const maxDays = 36_500;
const rule = new RegExp(String.raw`^(?<namespaces>${namespacePattern})=(?<days>\d{1,5})$`);

export function namespaceDays(): Reader<readonly NamespaceDays[]> {
  return {
    read: (given, { invalid }) =>
      entriesOf(given).flatMap((entry, index, entries) => {
        const { namespaces, days = '' } = rule.exec(entry)?.groups ?? {};
        const isRepeated = entries.findIndex((other) => other.split('=')[0] === namespaces) !== index;
        if (namespaces !== undefined && Number(days) <= maxDays && !isRepeated)
          return [{ namespaces, days: Number(days) }];
        invalid(entry, `<namespaces>=<days>, separated by commas, each once, with 0 to ${maxDays} days`);
        return [];
      }),
  };
}

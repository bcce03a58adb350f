import { covers } from '../../../access/namespace-pattern.ts';
import type { NamespaceDays } from '../../../base/config/settings/namespace-days-reader.ts';

const dayMilliseconds = 24 * 60 * 60 * 1000;

/** How long executions are kept, by namespace: the longest pattern that covers a namespace counts. */
export class RetentionRules {
  /** With the default as the last one. */
  readonly rules: readonly NamespaceDays[];
  readonly #atLeast: RetentionRules | undefined;

  /** @param days for all other namespaces; 0 for forever @param atLeast rules that keep longer count instead */
  constructor(days: number, byNamespace: readonly NamespaceDays[] = [], atLeast?: RetentionRules) {
    this.#atLeast = atLeast;
    const sorted = byNamespace.toSorted((one, other) => other.namespaces.length - one.namespaces.length);
    this.rules = [...sorted, { namespaces: '*', days }];
  }

  /** 0 for forever. */
  daysOf(namespace: string): number {
    const own = this.rules.find(({ namespaces }) => covers(namespaces, namespace))?.days ?? 0;
    const least = this.#atLeast?.daysOf(namespace) ?? own;
    return own === 0 || least === 0 ? 0 : Math.max(own, least);
  }

  /** The latest time before which something may no longer be kept; undefined if everything is. */
  latestLimit(now: Date): Date | undefined {
    const limited = this.rules.map(({ days }) => days).filter((days) => days > 0);
    return before(now, Math.min(...limited, Infinity) === Infinity ? 0 : Math.min(...limited));
  }

  /** What was accepted before this time is no longer kept; undefined if everything is. */
  limitOf(namespace: string, now: Date): Date | undefined {
    return before(now, this.daysOf(namespace));
  }
}

/** Undefined for 0 days, which mean forever. */
export function before(now: Date, days: number): Date | undefined {
  return days === 0 ? undefined : new Date(now.getTime() - days * dayMilliseconds);
}

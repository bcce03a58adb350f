import { createHash } from 'node:crypto';
import { covers } from '../../access/namespace-pattern.ts';
import type { NotificationReceiver } from '../../base/config/settings/notification-readers.ts';

export interface Receiver {
  readonly url: string;
  /** Differs for each URL, and does not reveal it. */
  readonly name: string;
  /** The URL without path and query, which can contain a token. */
  readonly origin: string;
}

/** Finds the receivers of a namespace: those with the narrowest pattern that covers it. */
export class Receivers {
  readonly #receivers: readonly NotificationReceiver[];
  readonly all: readonly Receiver[];

  constructor(receivers: readonly NotificationReceiver[]) {
    this.#receivers = receivers;
    this.all = [...new Set(receivers.map(({ url }) => url))].map(receiverOf);
  }

  of(namespace: string): readonly Receiver[] {
    const covering = this.#receivers.filter(({ namespaces }) => covers(namespaces, namespace));
    const narrowest = Math.max(...covering.map(({ namespaces }) => narrowness(namespaces)));
    const urls = covering.filter(({ namespaces }) => narrowness(namespaces) === narrowest).map(({ url }) => url);
    return this.all.filter(({ url }) => urls.includes(url));
  }
}

function receiverOf(url: string): Receiver {
  return { url, name: createHash('sha256').update(url).digest('hex').slice(0, 12), origin: new URL(url).origin };
}

/** A namespace is narrower than any pattern, and a longer pattern than a shorter one. */
export function narrowness(pattern: string): number {
  return pattern.endsWith('*') ? pattern.length : Infinity;
}

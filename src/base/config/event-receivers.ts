import { createHash } from 'node:crypto';
import type { notificationSettings } from './settings/notification-settings.ts';
import type { SettingValues } from './settings/setting.ts';

/** A receiver that is told of executions, whatever their flows notify. */
export interface EventReceiver {
  readonly kind: 'url';
  /** The URL without path and query, which can contain a token. Receivers can share it. */
  readonly name: string;
  /** The name of its queue, which differs for each URL and does not reveal it. */
  readonly queue: string;
  /** `*`, namespaces, or `<namespace>.*` for all namespaces below one. The narrowest pattern for a namespace counts. */
  readonly namespaces: readonly string[];
  readonly url: string;
  /** Keys of Standard Webhooks, the newest first; each delivery is signed with all of them. */
  readonly secrets: readonly string[];
  /** Which changes of state it is told of. */
  readonly events: 'all' | 'ended';
}

export function eventReceiversOf({
  FLOWGATE_NOTIFY_URL: entries,
  FLOWGATE_NOTIFY_SECRET: secrets,
  FLOWGATE_NOTIFY_EVENTS: events,
}: SettingValues<typeof notificationSettings>): readonly EventReceiver[] {
  return [...new Set(entries.map(({ url }) => url))].map((url) => ({
    kind: 'url',
    name: new URL(url).origin,
    queue: createHash('sha256').update(url).digest('hex').slice(0, 12),
    namespaces: entries.filter((entry) => entry.url === url).map(({ namespaces }) => namespaces),
    url,
    secrets,
    events,
  }));
}

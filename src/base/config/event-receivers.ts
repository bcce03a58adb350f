import { createHash } from 'node:crypto';
import type { notificationSettings } from './settings/notification-settings.ts';
import type { SettingValues } from './settings/setting.ts';

/** A receiver that is told of executions, whatever their flows notify. */
export type EventReceiver = ReturnType<typeof eventReceiversOf>[number];

/** One for each URL. */
export function eventReceiversOf({
  FLOWGATE_NOTIFY_URL: entries,
  FLOWGATE_NOTIFY_SECRET: secrets,
  FLOWGATE_NOTIFY_EVENTS: events,
}: SettingValues<typeof notificationSettings>) {
  return [...new Set(entries.map(({ url }) => url))].map((url) => ({
    kind: 'url' as const,
    /** The URL without path and query, which can contain a token. Receivers can share it. */
    name: new URL(url).origin,
    /** The name of its queue, which differs for each URL and does not reveal it. */
    queue: createHash('sha256').update(url).digest('hex').slice(0, 12),
    /** The narrowest pattern for a namespace counts. */
    namespaces: entries.filter((entry) => entry.url === url).map(({ namespaces }) => namespaces),
    url,
    secrets,
    /** Which changes of state it is told of. */
    events,
  }));
}

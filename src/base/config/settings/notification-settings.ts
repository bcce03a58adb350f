import { file } from './file-readers.ts';
import { receivers, signingKeys } from './notification-readers.ts';
import { oneOf } from './setting-readers.ts';
import type { Settings } from './setting.ts';

/** Receivers of notifications about executions. */
export const notificationSettings = {
  FLOWGATE_NOTIFY_URL: {
    ...receivers(),
    secretPart: 'for a URL with a token',
    meaning:
      'where to send notifications when executions change: a URL, or `<namespaces>=<URL>` separated by commas; see [notifications](telemetry.md#notifications)',
  },
  FLOWGATE_NOTIFY_SECRET: {
    ...signingKeys(),
    secret: true,
    meaning: 'signs them: `whsec_` and base64; several are separated by commas',
  },
  FLOWGATE_NOTIFY_EVENTS: {
    ...oneOf(['all', 'ended'], 'all'),
    meaning: '`all` changes of state, or `ended` for final states only',
  },
  FLOWGATE_RECEIVERS: {
    ...file(),
    meaning:
      'a file with the [receivers](../how-to/send-notifications.md) that flows can notify, and the repositories whose commits show their state',
  },
} as const satisfies Settings;

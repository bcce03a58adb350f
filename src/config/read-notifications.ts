import type { EnvironmentReader } from './environment-reader.ts';

export interface NotificationConfiguration {
  /** At least one. */
  readonly receivers: readonly NotificationReceiver[];
  /** Keys of Standard Webhooks, the newest first; each delivery is signed with all of them. */
  readonly secrets: readonly string[];
  /** Which changes of state are told. */
  readonly events: 'all' | 'ended';
}

export interface NotificationReceiver {
  /** `*`, a namespace, or `<namespace>.*` for all namespaces below it. */
  readonly namespaces: string;
  readonly url: string;
}

const form = /^(?:(?<namespaces>\*|[a-z0-9][a-z0-9._-]*?(?:\.\*)?)=)?(?<url>https?:\/\/.+)$/i;
const secretForm = /^whsec_[A-Za-z0-9+/]{32,88}={0,2}$/;

/** @returns undefined if nobody is notified */
export function readNotifications(reader: EnvironmentReader): NotificationConfiguration | undefined {
  const receivers = reader.list('FLOWGATE_NOTIFY_URL', []).flatMap((entry) => readReceiver(entry) ?? problem(reader));
  const secrets = reader.list('FLOWGATE_NOTIFY_SECRET', []);
  const events = reader.oneOf('FLOWGATE_NOTIFY_EVENTS', 'all', ['all', 'ended']);
  if (!secrets.every((secret) => secretForm.test(secret)))
    reader.problems.push(
      'FLOWGATE_NOTIFY_SECRET must be whsec_ and 24 to 64 bytes as base64, such as "whsec_$(openssl rand -base64 32)"; separate several with commas',
    );
  return receivers.length === 0 ? undefined : { receivers, secrets, events };
}

function readReceiver(entry: string): NotificationReceiver | undefined {
  const { namespaces = '*', url } = form.exec(entry)?.groups ?? {};
  if (url === undefined || !URL.canParse(url)) return undefined;
  const { username, password, hash } = new URL(url);
  return username + password + hash === '' ? { namespaces, url } : undefined;
}

/** The value can contain a token and is never repeated. */
function problem(reader: EnvironmentReader): [] {
  const allowed = 'a URL for all namespaces, or <namespaces>=<URL>, separated by commas';
  reader.problems.push(
    `FLOWGATE_NOTIFY_URL must be ${allowed}, such as "robotics=https://a.example/hook,*=https://b.example"; URLs start with http:// or https://, and have no user and fragment`,
  );
  return [];
}

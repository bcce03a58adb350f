import { archiveSettings } from './archive-settings.ts';
import { dataSettings } from './data-settings.ts';
import { engineSettings } from './engine-settings.ts';
import { identitySettings } from './identity-settings.ts';
import { jenkinsSettings } from './jenkins-settings.ts';
import { languageSettings } from './language-settings.ts';
import { limitSettings } from './limit-settings.ts';
import { notificationSettings } from './notification-settings.ts';
import { secretProviderSettings } from './secret-provider-settings.ts';
import { serverSettings } from './server-settings.ts';
import type { Settings } from './setting.ts';
import { traceSettings } from './trace-settings.ts';

/** All settings, by the headings of docs/reference/configuration.md. */
export const settingGroups = {
  Server: serverSettings,
  Traces: traceSettings,
  Notifications: notificationSettings,
  Data: dataSettings,
  Archive: archiveSettings,
  Language: languageSettings,
  Engine: engineSettings,
  Jenkins: jenkinsSettings,
  Secrets: secretProviderSettings,
  Authentication: identitySettings,
  Limits: limitSettings,
} as const satisfies Readonly<Record<string, Settings>>;

export const settings = {
  ...serverSettings,
  ...traceSettings,
  ...notificationSettings,
  ...dataSettings,
  ...archiveSettings,
  ...languageSettings,
  ...engineSettings,
  ...jenkinsSettings,
  ...secretProviderSettings,
  ...identitySettings,
  ...limitSettings,
} as const;

/** What checking and converting flows needs, also without a server. */
export const checkSettings = {
  ...languageSettings,
  ...limitSettings,
  FLOWGATE_RATE_LIMIT: serverSettings.FLOWGATE_RATE_LIMIT,
} as const;

export const logSettings = {
  FLOWGATE_LOG_LEVEL: serverSettings.FLOWGATE_LOG_LEVEL,
  FLOWGATE_LOG_FORMAT: serverSettings.FLOWGATE_LOG_FORMAT,
} as const;

const declared: readonly (readonly [string, Settings[string]])[] = Object.entries(settings);

/** The settings of the server whose whole value is a secret. */
export const secretSettings = declared.flatMap(([name, { secret }]) => (secret ? [name] : []));

/** The settings whose value can be in a file, because it is a secret or can contain one. */
export const fileSettings = declared.flatMap(([name, { secret, secretPart }]) => (secret || secretPart ? [name] : []));

/** The variable that names the file of a setting. */
export function fileVariable(setting: string): string {
  return `${setting}_FILE`;
}

import { nearestWord } from '../text/nearest-word.ts';
import type { LanguageConfiguration } from './configuration.ts';
import { ConfigurationError } from './load-configuration.ts';
import { optionalText, url } from './settings/setting-readers.ts';
import { readSettings } from './settings/setting.ts';

export interface TaskSettings {
  /** The settings of task modules that are set, by the names of their variables. */
  readonly taskSettings: Readonly<Record<string, string>>;
  /** The names of variables that no module declares. */
  readonly ignored: readonly string[];
}

/**
 * Reads the settings that task modules declare.
 * @param declared by name; a setting with protocols is a URL
 * @throws {ConfigurationError} with all problems together
 */
export function readTaskSettings(
  { otherSettings }: Pick<LanguageConfiguration, 'otherSettings'>,
  declared: ReadonlyMap<string, { readonly description: string; readonly protocols?: readonly string[] }>,
): TaskSettings {
  const problems: string[] = [];
  const settings = [...declared].map(([name, { description, protocols }]) => {
    const reader = protocols === undefined ? optionalText() : url(protocols);
    return [name, { ...reader, meaning: description }] as const;
  });
  const values = Object.entries(readSettings(Object.fromEntries(settings), otherSettings, problems));
  const unknown = Object.keys(otherSettings).filter((name) => !declared.has(name));
  const words = [...declared.keys()].map(withoutPrefix);
  for (const name of unknown) {
    const near = nearestWord(withoutPrefix(name), words);
    if (near !== undefined) problems.push(`Unknown setting ${name}; did you mean FLOWGATE_${near}?`);
  }
  if (problems.length > 0) throw new ConfigurationError(problems);
  return {
    taskSettings: Object.fromEntries(values.filter((entry): entry is [string, string] => entry[1] !== undefined)),
    ignored: unknown,
  };
}

function withoutPrefix(name: string): string {
  return name.replace(/^FLOWGATE_/, '');
}

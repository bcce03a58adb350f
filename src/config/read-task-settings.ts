import { nearestWord } from '../text/nearest-word.ts';
import type { LanguageConfiguration } from './configuration.ts';
import { EnvironmentReader } from './environment-reader.ts';
import { ConfigurationError } from './load-configuration.ts';

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
  declared: ReadonlyMap<string, { readonly protocols?: readonly string[] }>,
): TaskSettings {
  const reader = new EnvironmentReader(otherSettings);
  const values = [...declared].map(([name, { protocols }]) => {
    const value = protocols === undefined ? reader.optional(name) : reader.url(name, protocols);
    return [name, value] as const;
  });
  const unknown = Object.keys(otherSettings).filter((name) => !declared.has(name));
  const words = [...declared.keys()].map(withoutPrefix);
  for (const name of unknown) {
    const near = nearestWord(withoutPrefix(name), words);
    if (near !== undefined) reader.problems.push(`Unknown setting ${name}; did you mean FLOWGATE_${near}?`);
  }
  if (reader.problems.length > 0) throw new ConfigurationError(reader.problems);
  return {
    taskSettings: Object.fromEntries(values.filter((entry): entry is [string, string] => entry[1] !== undefined)),
    ignored: unknown,
  };
}

function withoutPrefix(name: string): string {
  return name.replace(/^FLOWGATE_/, '');
}

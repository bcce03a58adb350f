import { nearestWord } from '../text/nearest-word.ts';
import type { Environment } from './environment.ts';
import { fileSettings, fileVariable, settings } from './settings/settings.ts';

const prefix = 'FLOWGATE_';
/** Settings of the command line, which the server does not read. */
const commandLineNames = ['FLOWGATE_SERVER', 'FLOWGATE_USER', 'FLOWGATE_TOKEN'];

const knownNames = new Set([...Object.keys(settings), ...commandLineNames, ...fileSettings.map(fileVariable)]);

/** Variables that look like settings, but are not. */
export interface UnknownSettings {
  /** Problems: names that were almost certainly meant as another one. */
  readonly misspelled: readonly string[];
  /** All others that have a value, by name: of task modules, or of anything else, for example in a task. */
  readonly others: Readonly<Record<string, string>>;
}

/** The value of a variable that is no setting, so that it cannot be a secret of Flowgate itself. */
export function otherVariable(environment: Environment, name: string): string | undefined {
  return !knownNames.has(name) && Object.hasOwn(environment, name) ? environment[name] : undefined;
}

/** Finds variables that begin with `FLOWGATE_` and are not a setting. */
export function unknownSettings(environment: Environment): UnknownSettings {
  const unknown = Object.keys(environment).filter(
    (name) => name.startsWith(prefix) && !knownNames.has(name) && !isOfKubernetes(environment[name]),
  );
  const meant = unknown.map((name) => [name, intended(name.slice(prefix.length), [...knownNames])] as const);
  return {
    misspelled: meant.flatMap(([name, setting]) =>
      setting === undefined ? [] : [`Unknown setting ${name}; did you mean ${setting}?`],
    ),
    others: Object.fromEntries(
      meant.flatMap(([name, setting]) => {
        const value = environment[name]?.trim() ?? '';
        return setting === undefined && value !== '' ? [[name, value]] : [];
      }),
    ),
  };
}

/** `FLOWGATE_DATA_DIR` means `FLOWGATE_DATA`, `FLOWGATE_PORT` means `PORT`. */
function intended(word: string, known: readonly string[]): string | undefined {
  const withoutPrefix = known.filter((name) => !name.startsWith(prefix));
  const words = known.filter((name) => name.startsWith(prefix)).map((name) => name.slice(prefix.length));
  if (withoutPrefix.includes(word)) return word;
  const near =
    nearestWord(word, words) ??
    words.find((setting) => word.startsWith(`${setting}_`)) ??
    words.find((setting) => setting.startsWith(`${word}_`));
  return near === undefined ? nearestWord(word, withoutPrefix) : prefix + near;
}

/** In a pod, `FLOWGATE_PORT` is the address of a service with the name `flowgate`. */
function isOfKubernetes(value: string | undefined): boolean {
  return value !== undefined && /^(tcp|udp|sctp):\/\//.test(value);
}

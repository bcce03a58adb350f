import { ConfigurationError, loadConfiguration } from '../../../../src/base/config/load-configuration.ts';

/** What is wrong with settings; nothing if they can be loaded. @param load default: all settings of a server */
export function problemsOf(
  environment: Readonly<Record<string, string>>,
  load: (environment: Readonly<Record<string, string>>) => unknown = loadConfiguration,
): readonly string[] {
  try {
    load(environment);
    return [];
  } catch (error) {
    if (error instanceof ConfigurationError) return error.problems;
    throw error;
  }
}

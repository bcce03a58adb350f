import type { Configuration } from '../config/configuration.ts';
import type { Environment } from '../config/environment.ts';
import { loadConfiguration } from '../config/load-configuration.ts';
import { engineModules } from '../engines/engine-modules.ts';

/** Reads the configuration, which must also suit the engine that it names. @throws {ConfigurationError} */
export function readConfiguration(environment: Environment): Configuration {
  return loadConfiguration(environment, { engines: engineModules });
}

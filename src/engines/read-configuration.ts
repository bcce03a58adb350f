import type { Configuration } from '../base/config/configuration.ts';
import type { Environment } from '../base/config/environment.ts';
import { loadConfiguration } from '../base/config/load-configuration.ts';
import { engineModules } from './engine-modules.ts';

/** Reads the configuration, which must also suit the engine that it names. @throws {ConfigurationError} */
export function readConfiguration(environment: Environment): Configuration {
  return loadConfiguration(environment, { engines: engineModules });
}

import { loadConfiguration } from '../config/load-configuration.ts';
import type { Environment } from '../config/environment-reader.ts';
import { checkFlow, type FlowCheck } from '../flow/check-flow.ts';
import { loadTaskRegistry } from '../task-registry/load-task-registry.ts';
import { outsideTaskFolder, ownTaskFolder } from '../task-registry/task-folder.ts';
import type { Configuration } from '../config/configuration.ts';
import type { TaskRegistry } from '../task-registry/task-registry.ts';

/** The flow language of this installation: its task types, vendor, prefix and limits. It needs no Redis. */
export interface Language {
  readonly configuration: Configuration;
  readonly taskTypes: TaskRegistry;
  /** JSON is YAML, so every text is read as that and has positions. */
  check(flowText: string): FlowCheck;
}

/** @throws {ConfigurationError} with every fault of the settings */
export async function loadLanguage(environment: Environment): Promise<Language> {
  const configuration = loadConfiguration(environment);
  const { vendor, prefix, limits, taskFolders } = configuration;
  const folders = [ownTaskFolder(), ...taskFolders.map(outsideTaskFolder)];
  const taskTypes = await loadTaskRegistry({ folders, vendor });
  return {
    configuration,
    taskTypes,
    check: (text) => checkFlow({ text, format: 'yaml' }, { taskTypes, vendor, prefix, limits }),
  };
}

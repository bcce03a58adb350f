import type { Environment } from '../../config/environment.ts';
import { loadLanguageConfiguration } from '../../config/load-configuration.ts';
import { readTaskSettings } from '../../config/read-task-settings.ts';
import type { LanguageOptions } from '../../services/language/language-operations.ts';
import { languageOptions } from '../../services/language/language-options.ts';
import { loadTaskRegistry, TaskRegistryError } from '../../task-loader/load-task-registry.ts';
import { TaskModuleDefect } from '../../task-loader/register-task-type.ts';
import { outsideTaskFolder, ownTaskFolder } from '../../task-loader/task-folder.ts';
import { UsageError } from '../terminal.ts';

/** @throws {ConfigurationError | UsageError} with every problem of the configuration or the task folders */
export async function loadLanguageOptions(environment: Environment): Promise<LanguageOptions> {
  const settings = loadLanguageConfiguration(environment);
  const { vendor, taskFolders } = settings;
  const folders = [ownTaskFolder(), ...taskFolders.map(outsideTaskFolder)];
  try {
    const taskTypes = await loadTaskRegistry({ folders, vendor });
    const { taskSettings } = readTaskSettings(settings, taskTypes.settings);
    return languageOptions({ ...settings, taskSettings }, taskTypes);
  } catch (error) {
    if (error instanceof TaskRegistryError) throw new UsageError(error.message, { cause: error });
    throw error;
  }
}

/** Authors of task modules test them here; a stack trace of Flowgate does not help them. */
export function reportingModuleDefects<Result>(call: () => Result): Result {
  try {
    return call();
  } catch (error) {
    if (error instanceof TaskModuleDefect) throw new UsageError(error.message, { cause: error });
    throw error;
  }
}

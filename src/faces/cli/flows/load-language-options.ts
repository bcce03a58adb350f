import type { LanguageOptions } from '../../../abilities/documents/language-operations.ts';
import { languageOptions } from '../../../abilities/documents/language-options.ts';
import type { Environment } from '../../../base/config/environment.ts';
import { loadLanguageConfiguration } from '../../../base/config/load-configuration.ts';
import { readTaskSettings } from '../../../base/config/read-task-settings.ts';
import { loadTaskRegistry } from '../../../language/task-loader/load-task-registry.ts';
import { outsideTaskFolder, ownTaskFolder } from '../../../language/task-loader/task-folder.ts';

/**
 * @param options `isPrinted`: whether flows are printed as Jenkinsfiles
 * @throws {ConfigurationError | TaskRegistryError} with every problem of the configuration or the task folders
 */
export async function loadLanguageOptions(
  environment: Environment,
  { isPrinted }: { readonly isPrinted: boolean },
): Promise<LanguageOptions> {
  const settings = loadLanguageConfiguration(environment);
  const { vendor, taskFolders } = settings;
  const folders = [ownTaskFolder(), ...taskFolders.map(outsideTaskFolder)];
  const taskTypes = await loadTaskRegistry({ folders, vendor, isPrinted });
  const { taskSettings } = readTaskSettings(settings, taskTypes.settings);
  return languageOptions({ ...settings, taskSettings }, taskTypes);
}

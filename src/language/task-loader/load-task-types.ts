import type { Configuration } from '../../base/config/configuration.ts';
import type { TaskRegistry } from '../task-types/task-registry.ts';
import { loadTaskRegistry } from './load-task-registry.ts';
import { outsideTaskFolder, ownTaskFolder } from './task-folder.ts';

/** Loads the task types of an installation. @throws {TaskRegistryError} */
export function loadTaskTypes({
  vendor,
  taskFolders,
}: Pick<Configuration, 'vendor' | 'taskFolders'>): Promise<TaskRegistry> {
  return loadTaskRegistry({ folders: [ownTaskFolder(), ...taskFolders.map(outsideTaskFolder)], vendor });
}

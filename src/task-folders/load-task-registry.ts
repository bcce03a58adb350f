import { loadTaskType, type Report } from './load-task-type.ts';
import { findTaskFiles, type TaskFolder } from './task-folder.ts';
import type { RegisteredTaskType, TaskRegistry } from '../language/task-types/task-registry.ts';

export interface TaskRegistryOptions {
  /** In this order; a name that two of them bring is a fault. */
  readonly folders: readonly TaskFolder[];
  /** Names become `dev.<vendor>.plugin.<type>`. */
  readonly vendor: string;
}

/** Thrown when the task types cannot be used; names everything that is wrong. */
export class TaskRegistryError extends Error {
  readonly faults: readonly string[];

  constructor(faults: readonly string[]) {
    super(`The task types have ${faults.length === 1 ? 'a fault' : `${faults.length} faults`}:\n${faults.map((fault) => `  ${fault}`).join('\n')}`);
    this.name = 'TaskRegistryError';
    this.faults = faults;
  }
}

/**
 * Loads every task type of the folders: the files are the registration. Modules run once, here.
 * @throws {TaskRegistryError} at any doubt, with all doubts together
 */
export async function loadTaskRegistry({ folders, vendor }: TaskRegistryOptions): Promise<TaskRegistry> {
  const faults: string[] = [];
  const report: Report = (fault) => faults.push(fault);
  const files = folders.flatMap((folder) => findTaskFiles(folder, report));
  const types: { type: RegisteredTaskType; origin: string }[] = [];
  for (const one of files) {
    const type = await loadTaskType(one, vendor, report);
    if (type !== undefined) types.push({ type, origin: one.module ?? '' });
  }
  const byName = indexByName(types, report);
  if (faults.length > 0) throw new TaskRegistryError(faults);
  return {
    names: [...byName.keys()].toSorted(),
    types: types.map(({ type }) => type).toSorted((left, right) => (left.name < right.name ? -1 : 1)),
    find: (name) => byName.get(name),
  };
}

function indexByName(types: readonly { type: RegisteredTaskType; origin: string }[], report: Report): Map<string, RegisteredTaskType> {
  const byName = new Map<string, RegisteredTaskType>();
  const origins = new Map<string, string>();
  for (const { type, origin } of types) {
    for (const name of [type.name, ...type.aliases]) {
      const other = origins.get(name);
      if (other !== undefined) report(`${origin}: ${other} registers ${name} already`);
      origins.set(name, origin);
      byName.set(name, type);
    }
  }
  return byName;
}

import type { ReportedProblem } from '../../base/problem/problem.ts';
import { jsonPointer } from '../../base/text/json-pointer.ts';
import { isJsonObject, valueAt, type JsonValue } from '../../base/text/json-value.ts';
import { taskSections } from '../../language/flow/flow.ts';
import type { TaskTypes } from '../../language/flow/task-types.ts';

/** Whether a flow can be converted to a Jenkinsfile (docs/reference/api.md). */
export interface Convertibility {
  readonly convertible: boolean;
  /** The number of entries in tasks, errors and finally, and in the lists of blocks. */
  readonly totalTasks: number;
  /** The number of those without an error; the error of a task in a block is not one of the block. */
  readonly validTasks: number;
  readonly unsupportedTasks: readonly UnsupportedTask[];
  /** All problems of both severities, except those that make a task unsupported. */
  readonly warnings: readonly ReportedProblem[];
}

/** A task whose type is not registered. */
interface UnsupportedTask {
  readonly taskId: string;
  readonly type: string;
  readonly reason: string;
}

interface ListedTask {
  /** JSON Pointer of the task. */
  readonly path: string;
  readonly value: JsonValue;
}

/** @param definition the document as a plain value; undefined if it cannot be parsed */
export function readConvertibility(
  definition: JsonValue | undefined,
  problems: readonly ReportedProblem[],
  taskTypes: TaskTypes,
): Convertibility {
  const tasks = listTasks(definition, taskTypes);
  const byPath = new Map(tasks.map((task) => [task.path, task]));
  const taskPathOf = ({ path }: ReportedProblem) => innermost(path, byPath);
  const invalid = new Set(problems.filter(({ severity }) => severity === 'error').map(taskPathOf));
  const isUnsupported = ({ code }: ReportedProblem) => code === 'unknown-task-type';
  return {
    convertible: problems.every(({ severity }) => severity === 'warning'),
    totalTasks: tasks.length,
    validTasks: tasks.filter(({ path }) => !invalid.has(path)).length,
    unsupportedTasks: problems
      .filter(isUnsupported)
      .map((problem) => describeTask(byPath.get(taskPathOf(problem)), problem)),
    warnings: problems.filter((problem) => !isUnsupported(problem)),
  };
}

function listTasks(definition: JsonValue | undefined, taskTypes: TaskTypes): readonly ListedTask[] {
  if (!isJsonObject(definition)) return [];
  return taskSections.flatMap((section) => tasksIn(definition[section], `/${section}`, taskTypes));
}

/** The tasks of a list, also those inside blocks. */
function tasksIn(list: JsonValue | undefined, place: string, taskTypes: TaskTypes): readonly ListedTask[] {
  if (!Array.isArray(list)) return [];
  return list.flatMap((value: JsonValue, index): readonly ListedTask[] => {
    const path = `${place}/${index}`;
    const type = isJsonObject(value) && typeof value.type === 'string' ? value.type : '';
    const bodies = isJsonObject(value) ? (taskTypes.find(type)?.block?.bodies(value) ?? []) : [];
    const inside = bodies.flatMap((body) => tasksIn(valueAt(value, body), path + jsonPointer(body), taskTypes));
    return [{ path, value }, ...inside];
  });
}

/** The path of the innermost task that contains a place, such as `/tasks/0/then/1`; empty if none does. */
function innermost(path: string, tasks: ReadonlyMap<string, unknown>): string {
  let place = path;
  while (place !== '' && !tasks.has(place)) place = place.slice(0, place.lastIndexOf('/'));
  return place;
}

function describeTask(task: ListedTask | undefined, problem: ReportedProblem): UnsupportedTask {
  const value = isJsonObject(task?.value) ? task.value : {};
  const text = (name: string) => (typeof value[name] === 'string' ? value[name] : '');
  return { taskId: text('id'), type: text('type'), reason: problem.message };
}

import { taskSections } from '../../language/flow/flow.ts';
import type { ReportedProblem } from '../../problem/problem.ts';
import { isJsonObject, type JsonValue } from '../../text/json-value.ts';

/** Whether a flow can be converted to a Jenkinsfile (docs/reference/api.md). */
export interface Convertibility {
  readonly convertible: boolean;
  /** The number of entries in tasks, errors and finally. */
  readonly totalTasks: number;
  /** The number of those without an error. */
  readonly validTasks: number;
  readonly unsupportedTasks: readonly UnsupportedTask[];
  /** All problems of both severities, except those that make a task unsupported. */
  readonly warnings: readonly ReportedProblem[];
}

/** A task whose type is not registered. */
export interface UnsupportedTask {
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
): Convertibility {
  const tasks = listTasks(definition);
  const byPath = new Map(tasks.map((task) => [task.path, task]));
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

function listTasks(definition: JsonValue | undefined): ListedTask[] {
  if (!isJsonObject(definition)) return [];
  return taskSections.flatMap((section) => {
    const list = definition[section];
    return Array.isArray(list) ? list.map((value: JsonValue, index) => ({ path: `/${section}/${index}`, value })) : [];
  });
}

/** The path of the task that contains a problem, such as `/tasks/0`. */
function taskPathOf({ path }: ReportedProblem): string {
  return path.split('/', 3).join('/');
}

function describeTask(task: ListedTask | undefined, problem: ReportedProblem): UnsupportedTask {
  const value = isJsonObject(task?.value) ? task.value : {};
  const text = (name: string) => (typeof value[name] === 'string' ? value[name] : '');
  return { taskId: text('id'), type: text('type'), reason: problem.message };
}

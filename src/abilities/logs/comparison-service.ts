import { isDeepStrictEqual } from 'node:util';
import type { Caller } from '../../access/caller.ts';
import type { JsonObject, JsonValue } from '../../base/text/json-value.ts';
import type { ExecutionService } from '../records/execution-service.ts';
import type { VisibleExecution } from '../records/visible-execution.ts';
import { compareLogs, type LogDifference } from './compare-logs.ts';
import { foldTasks, type FoldedTaskRun } from './fold-tasks.ts';
import type { LogService } from './log-service.ts';

/** What of two executions has the same name; undefined where it is missing. */
interface Pair<Item> {
  readonly id: string;
  readonly left: Item | undefined;
  readonly right: Item | undefined;
}

export interface Comparison {
  readonly left: VisibleExecution;
  readonly right: VisibleExecution;
  /** Those that differ. */
  readonly inputs: readonly Pair<JsonValue>[];
  readonly outputs: readonly Pair<JsonValue>[];
  /** All tasks, with large loops folded. */
  readonly tasks: readonly Pair<FoldedTaskRun>[];
  readonly log: LogDifference;
}

const maxLogBytes = 8 * 1024 * 1024;

/** Compares two executions, of the same flow or not. */
export class ComparisonService {
  readonly #deps;

  constructor(deps: {
    readonly executions: Pick<ExecutionService, 'read'>;
    readonly logs: Pick<LogService, 'requireLog' | 'text'>;
  }) {
    this.#deps = deps;
  }

  /** @throws {AppError} as `ExecutionService.read` for each of them; `files-unavailable` */
  async compare(id: string, otherId: string, caller: Caller): Promise<Comparison> {
    const { executions, logs } = this.#deps;
    const left = await executions.read(id, caller);
    const right = await executions.read(otherId, caller);
    await logs.requireLog(left);
    await logs.requireLog(right);
    return {
      left,
      right,
      inputs: differing(left.inputs, right.inputs),
      outputs: differing(left.outputs ?? {}, right.outputs ?? {}),
      tasks: pairs(tasksOf(left), tasksOf(right)),
      log: await compareLogs(logs.text(left), logs.text(right), maxLogBytes),
    };
  }
}

/** Secrets are masked, so that they never differ. */
function differing(left: JsonObject, right: JsonObject): readonly Pair<JsonValue>[] {
  return pairs(new Map(Object.entries(left)), new Map(Object.entries(right))).filter(
    (pair) => !isDeepStrictEqual(pair.left, pair.right),
  );
}

function tasksOf({ tasks }: VisibleExecution): ReadonlyMap<string, FoldedTaskRun> {
  return new Map(foldTasks(tasks).map((run) => [run.task.path, run]));
}

/** In the order of the left one, followed by what only the right one has. */
function pairs<Item>(left: ReadonlyMap<string, Item>, right: ReadonlyMap<string, Item>): readonly Pair<Item>[] {
  return [...new Set([...left.keys(), ...right.keys()])].map((id) => ({
    id,
    left: left.get(id),
    right: right.get(id),
  }));
}

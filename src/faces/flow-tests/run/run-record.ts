import { shortened } from '../../../base/problem/describe-value.ts';
import type { AttemptChange, RunReport, TaskChange } from '../../../engines/local/interpreter/run-ports.ts';
import { isWithin, withoutItems } from '../../../language/execution-plan/task-path.ts';

/** Characters that a case keeps of its log. */
const maxLog = 1_000_000;

/** What happened in a run, for its expectations. */
export class RunRecord implements RunReport {
  readonly #mask: (text: string) => string;
  readonly #changes = new Map<string, TaskChange>();
  readonly #attempts = new Map<string, number>();
  /** The paths of attempted tasks, also without items. */
  readonly #reached = new Set<string>();
  readonly #parts: { readonly path: string | undefined; readonly text: string }[] = [];
  #room = maxLog;

  /** @param mask replaces secrets in a part of the log */
  constructor(mask: (text: string) => string) {
    this.#mask = mask;
  }

  task(change: TaskChange): void {
    this.#changes.set(change.path, change);
  }

  log(text: string, path: string | undefined): void {
    const kept = shortened(this.#mask(text), this.#room);
    this.#room = Math.max(0, this.#room - kept.length);
    if (kept !== '') this.#parts.push({ path, text: kept });
  }

  attempt({ path, state }: AttemptChange): void {
    if (state !== 'RUNNING') return;
    this.#attempts.set(path, (this.#attempts.get(path) ?? 0) + 1);
    this.#reached.add(path).add(withoutItems(path));
  }

  /** Whether a task was attempted. @param path also without items, for any of them */
  wasReached(path: string): boolean {
    return this.#reached.has(path);
  }

  /** How often a task was attempted, in all runs of the flow that it is a task of. @param path as for `stateOf` */
  attemptsOf(path: string): number {
    return valuesAt(this.#attempts, path).reduce((sum, count) => sum + count, 0);
  }

  /**
   * The last state of a task; undefined if it was never reached.
   * @param path also without items: then all states of the task in them, such as `SUCCESS, FAILED`
   */
  stateOf(path: string): string | undefined {
    const states = new Set(valuesAt(this.#changes, path).map(({ state }) => state));
    return states.size === 0 ? undefined : [...states].join(', ');
  }

  /** Why tasks have failed, in the order in which they started. */
  get failures(): readonly string[] {
    return [...this.#changes.values()].flatMap(({ state, reason }) => (state === 'FAILED' && reason ? [reason] : []));
  }

  /**
   * The lines of the log, or of one task and the tasks inside it.
   * @param path of the task, also without items
   */
  lines(path?: string): readonly string[] {
    const isOf = (each: string | undefined): boolean =>
      path === undefined || (each !== undefined && (isWithin(each, path) || isWithin(withoutItems(each), path)));
    const text = this.#parts.map((part) => (isOf(part.path) ? part.text : '')).join('');
    return text === '' ? [] : text.replace(/\n$/, '').split(/\r?\n/);
  }
}

/** The value at a path, or else the values at all paths that are the same without items. */
function valuesAt<Value>(values: ReadonlyMap<string, Value>, path: string): readonly Value[] {
  const value = values.get(path);
  if (value !== undefined) return [value];
  return [...values].flatMap(([each, other]) => (withoutItems(each) === path ? [other] : []));
}

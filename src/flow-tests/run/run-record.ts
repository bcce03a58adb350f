import type { AttemptChange, RunReport, TaskChange } from '../../engines/local/interpreter/run-ports.ts';
import { shortened } from '../../problem/describe-value.ts';

/** Characters that a case keeps of its log. */
const maxLog = 1_000_000;

/** What happened in a run, for its expectations. */
export class RunRecord implements RunReport {
  readonly #mask: (text: string) => string;
  readonly #changes = new Map<string, TaskChange>();
  readonly #attempts = new Map<string, number>();
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
    if (state === 'RUNNING') this.#attempts.set(path, this.attemptsOf(path) + 1);
  }

  /** How often a task was attempted, in all runs of the flow that it is a task of. */
  attemptsOf(path: string): number {
    return this.#attempts.get(path) ?? 0;
  }

  /** The last state of a task; undefined if it was never reached. */
  stateOf(path: string): TaskChange['state'] | undefined {
    return this.#changes.get(path)?.state;
  }

  /** Why tasks have failed, in the order in which they started. */
  get failures(): readonly string[] {
    return [...this.#changes.values()].flatMap(({ state, reason }) => (state === 'FAILED' && reason ? [reason] : []));
  }

  /**
   * The lines of the log, or of one task and the tasks of the flow that it calls.
   * @param path of the task
   */
  lines(path?: string): readonly string[] {
    const isOf = (each: string | undefined): boolean =>
      path === undefined || each === path || each?.startsWith(`${path}/`) === true;
    const text = this.#parts.map((part) => (isOf(part.path) ? part.text : '')).join('');
    return text === '' ? [] : text.replace(/\n$/, '').split(/\r?\n/);
  }
}

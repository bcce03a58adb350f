import { sleep } from '../../../base/timers/timers.ts';
import type { ItemCounts, TaskProgress } from '../../../language/execution-plan/task-state.ts';
import type { ExecutionRecord } from '../../../lifecycle/execution-record.ts';
import type { FinalState } from '../../../lifecycle/execution-state.ts';
import type { ExecutionLife } from '../../../store/executions/execution-life.ts';
import { HeadingGuard, taskHeading } from '../../../store/executions/logs/task-headings.ts';
import type { CarriedTexts } from '../../../store/executions/record/carried-texts.ts';
import type { RedisLogStore } from '../../../store/executions/redis/redis-log-store.ts';
import type { Fence } from '../../../store/leases/lease.ts';
import type { RunLease } from '../../../store/leases/run-lease.ts';
import type { AttemptChange, RunReport, TaskChange } from '../interpreter/run-ports.ts';
import { TaskList } from '../interpreter/task-list.ts';
import { logEnd } from '../log-headings.ts';
import type { CarriedRecord } from './carried-record.ts';

export interface RunRecorderOptions {
  readonly record: ExecutionRecord;
  readonly life: Pick<ExecutionLife, 'send'>;
  readonly logs: Pick<RedisLogStore, 'append' | 'end'>;
  readonly carried: CarriedRecord;
  readonly fence: Fence;
  /** Whether the record still belongs to this process. @throws {AppError} `store-unavailable` */
  readonly isHeld: RunLease['isHeld'];
  /** Whether a task calls a flow; its lines belong to that flow. */
  readonly isCall: (path: string) => boolean;
  /** Called after text was added to the stored log. */
  readonly onLog: () => void;
  /** Called once if the record no longer belongs to this process. */
  readonly onLost: () => void;
}

// Users see a change after this long at the latest.
const pauseMilliseconds = 150;
// A write contains all tasks, about 150 bytes each: so an execution writes at most 300 kB of them per second. What it
// passes on comes on top whenever that has changed.
const millisecondsPerTask = 0.5;
// With more unwritten text than this, the execution waits for the store.
const maxUnwritten = 1024 * 1024;

/** Writes the tasks and the log of a running execution to its record, several changes at a time. */
export class RunRecorder implements RunReport {
  readonly #options: RunRecorderOptions;
  readonly #tasks: TaskList;
  #hasNewTasks = false;
  #hasNewCarried = false;
  #text = '';
  /** The text after it, at the end of the log. */
  #endText = '';
  /** Of the last line; null before the first one, because the log of an earlier segment may end with any task. */
  #path: string | undefined | null;
  #isLineStart = true;
  readonly #headings = new HeadingGuard();
  #writing: Promise<void> | undefined;
  /** As this process knows it. */
  #record: ExecutionRecord;
  /** Whether the end of the execution waits for a write, which must not pause first. */
  #isFlushing = false;
  #pause = new AbortController();
  #isLost = false;

  constructor(options: RunRecorderOptions) {
    this.#options = options;
    this.#record = options.record;
    const { earlierTasks = [] } = options.record;
    this.#tasks = new TaskList(earlierTasks);
    this.#path = earlierTasks.length > 0 ? null : undefined;
  }

  /** Goes on from a record that is newer. */
  begin(record: ExecutionRecord): void {
    this.#record = record;
  }

  /** With what is written of it. */
  get record(): ExecutionRecord {
    return this.#record;
  }

  /** In the order of their starts. */
  get tasks(): readonly TaskProgress[] {
    return this.#tasks.all;
  }

  task(change: TaskChange): void {
    this.#tasks.note(change);
    this.#hasNewTasks = true;
    void this.#writeSoon();
  }

  attempt(change: AttemptChange): void {
    this.#tasks.noteAttempt(change);
    this.#hasNewTasks = true;
    void this.#writeSoon();
  }

  items(path: string, counts: ItemCounts): void {
    this.#tasks.noteItems(path, counts);
    this.#hasNewTasks = true;
    void this.#writeSoon();
  }

  carries(read: () => CarriedTexts): void {
    this.#options.carried.take(read);
    this.#noteCarried();
  }

  keeps(path: string, files: readonly string[]): void {
    this.#options.carried.keep(path, files);
    this.#noteCarried();
  }

  #noteCarried(): void {
    this.#hasNewCarried = true;
    this.#hasNewTasks = true;
    void this.#writeSoon();
  }

  log(text: string, path: string | undefined): Promise<void> | undefined {
    if (text === '') return undefined;
    if (path !== this.#path) {
      this.#path = path;
      this.#add(this.#headings.end());
      const heading = taskHeading(path, path !== undefined && this.#options.isCall(path));
      this.#add(`${this.#isLineStart ? '' : '\n'}${heading}`);
    }
    this.#add(this.#headings.push(text));
    const writing = this.#writeSoon();
    return this.#text.length > maxUnwritten ? writing : undefined;
  }

  /** Adds the end of the log. */
  end(state: FinalState, reason: string | undefined): void {
    this.#add(this.#headings.end());
    this.#endText = `${this.#isLineStart ? '' : '\n'}${logEnd(state, reason)}`;
  }

  /** Ends the last line; the log goes on in the next segment. */
  endSegment(): void {
    this.#add(this.#headings.end());
    if (!this.#isLineStart) this.#add('\n');
  }

  /** Writes everything. @throws {AppError} `store-unavailable` */
  async flush(): Promise<void> {
    this.#add(this.#headings.end());
    this.#isFlushing = true;
    this.#pause.abort();
    try {
      await this.#writing;
      await this.#write();
    } finally {
      this.#isFlushing = false;
    }
  }

  #add(text: string): void {
    if (text === '') return;
    this.#text += text;
    this.#isLineStart = text.endsWith('\n');
  }

  #writeSoon(): Promise<void> {
    this.#writing ??= this.#writeAfterPause().finally(() => {
      this.#writing = undefined;
    });
    return this.#writing;
  }

  /** Until everything is written: the store may be unreachable for a while. */
  async #writeAfterPause(): Promise<void> {
    let isWritten = true;
    do {
      if (!isWritten || !this.#isFlushing) await this.#pauseBeforeWrite();
      isWritten = await this.#write().then(
        () => true,
        () => false,
      );
    } while ((this.#text !== '' || this.#hasNewTasks) && !this.#isLost);
  }

  async #pauseBeforeWrite(): Promise<void> {
    this.#pause = new AbortController();
    const milliseconds = pauseMilliseconds + millisecondsPerTask * this.tasks.length;
    await sleep(milliseconds, undefined, { signal: this.#pause.signal }).catch(() => undefined);
  }

  async #write(): Promise<void> {
    if (this.#isLost) return;
    const { logs, isHeld, onLog, onLost } = this.#options;
    if (!(await isHeld()) || (this.#hasNewTasks && !(await this.#writeTasks()))) {
      this.#isLost = true;
      onLost();
      return;
    }
    if (this.#text === '' && this.#endText === '') return;
    await this.#writeText();
    const end = this.#endText;
    if (end !== '') await logs.end(this.#record.id, end);
    this.#endText = '';
    onLog();
  }

  async #writeText(): Promise<void> {
    if (this.#text === '') return;
    const text = this.#text;
    this.#text = '';
    try {
      await this.#options.logs.append(this.#record.id, text);
    } catch (error) {
      this.#text = text + this.#text;
      throw error;
    }
  }

  /** @returns whether the record still belongs to this process */
  async #writeTasks(): Promise<boolean> {
    const { life, fence, isHeld } = this.#options;
    const hasNewCarried = this.#hasNewCarried;
    this.#hasNewTasks = this.#hasNewCarried = false;
    const again = (): void => {
      this.#hasNewTasks = true;
      this.#hasNewCarried ||= hasNewCarried;
    };
    try {
      const carried = hasNewCarried ? this.#options.carried.all : undefined;
      const sent = await life.send(this.#record, { name: 'progressed', tasks: this.tasks, carried }, fence);
      if (sent.isApplied) this.#record = sent.record;
      if (sent.isApplied || sent.why !== 'fenced') return sent.isApplied;
      // It may have just expired; the tasks are then written next time.
      again();
      return await isHeld({ isDoubtful: true });
    } catch (error) {
      again();
      throw error;
    }
  }
}

import { isWithin } from '../../language/execution-plan/task-path.ts';
import type { ExecutionRecord } from '../../lifecycle/execution-record.ts';
import { isFinal, type ExecutionState } from '../../lifecycle/execution-state.ts';
import type { LinePicker } from '../../store/executions/logs/line-picker.ts';
import { taskNotFound } from '../records/execution-errors.ts';
import type { VisibleExecution } from '../records/visible-execution.ts';
import type { LogBytes } from './lines/log-bytes.ts';
import { firstPosition, type LogPosition } from './lines/log-lines.ts';
import { LogReading, LogReadings, type LogChunk, type LogSource } from './lines/log-reading.ts';
import { GrowingLog, WrittenLog, type LogDeps } from './log-sources.ts';

export interface LogOptions {
  /** Where a line begins: `end` of a previous chunk, or after one of its lines. */
  readonly start: number;
  /** The path of one task or item; all by default. */
  readonly task?: string | undefined;
  /** Whether the chunks tell when their lines were written. */
  readonly hasTimes?: boolean;
}

/** Logs of executions: from their engine while they run, from the stored copy after they have ended. */
export class LogService {
  readonly #deps;
  readonly #readings = new LogReadings();

  constructor(deps: LogDeps) {
    this.#deps = deps;
  }

  /**
   * While an execution runs, any task may still start, and a task may be unknown without being missing.
   * @throws {AppError} `task-not-found`
   */
  requireTask(record: VisibleExecution, task: string): void {
    if (!isFinal(record.state) || record.tasks.length === 0) return;
    if (!record.tasks.some(({ path }) => isWithin(path, task))) throw taskNotFound(record, task);
  }

  /** @throws {AppError} `files-unavailable` if this process does not have the file of an ended execution's log */
  async requireLog({ id, state }: ExecutionRecord): Promise<void> {
    if (isFinal(state)) await this.#deps.logs.read(id, { start: 0, bytes: 1 });
  }

  /**
   * The output of the tasks so far that the caller may see.
   * @param options as for `follow`, from the beginning by default
   */
  async *text(record: VisibleExecution, options: Partial<LogOptions> = {}): AsyncGenerator<LogChunk> {
    const { task, start = 0, hasTimes = false } = options;
    if (isFinal(record.state)) {
      yield* this.follow(record, { start, task, hasTimes, signal: new AbortController().signal });
      return;
    }
    const log = await this.bytes(record);
    const source = new WrittenLog(log, record.state);
    const picker = this.#pickerFor(record, task);
    const first = firstPosition(picker === undefined ? start : 0, picker);
    yield* chunksAfter(start, chunksOf(this.#reading(record, source, hasTimes), first));
  }

  /** The whole log so far, which can be read in parts. */
  async bytes(record: ExecutionRecord): Promise<LogBytes> {
    const present = isFinal(record.state) ? undefined : await this.#deps.engines.of(record)?.logSoFar(record);
    if (present === undefined) return this.#taken(record.id);
    return { size: present.length, read: async (start, bytes) => present.subarray(start, start + bytes) };
  }

  /**
   * The part of the log that the caller may see, as it is written, until the execution ends. All followers of the same
   * log share one reading.
   * @returns the final state
   */
  async *follow(
    record: VisibleExecution,
    { start, task, hasTimes = false, signal }: LogOptions & { readonly signal: AbortSignal },
  ): AsyncGenerator<LogChunk, ExecutionState> {
    const picker = this.#pickerFor(record, task);
    // Assigning lines to tasks requires reading from the beginning.
    const first = firstPosition(picker === undefined ? start : 0, picker);
    const name = JSON.stringify([record.id, task, record.isPartial, hasTimes]);
    const end = yield* this.#readings.read(
      name,
      () => this.#reading(record, new GrowingLog(record, this.#deps), hasTimes),
      (reading) => chunksAfter(start, chunksOf(reading, first, signal)),
    );
    return end ?? record.state;
  }

  #reading({ id }: ExecutionRecord, source: LogSource, hasTimes: boolean): LogReading {
    return new LogReading(source, hasTimes ? () => this.#deps.logs.times(id) : undefined);
  }

  /** Undefined if all lines are kept. */
  #pickerFor(record: VisibleExecution, task: string | undefined): LinePicker | undefined {
    const lines = this.#deps.engines.linesOf(record);
    if (task === undefined && !record.isPartial) return undefined;
    if (lines === undefined) return noLines;
    const pickers = [
      ...(task === undefined ? [] : [lines.ofTask(task)]),
      ...(record.isPartial ? [lines.ofFlow(record.calls)] : []),
    ];
    // Each filter sees every line, because it may count what opens and closes.
    return allOf(pickers);
  }

  async #taken(id: string): Promise<LogBytes> {
    const { logs } = this.#deps;
    const size = (await logs.read(id, { start: 0, bytes: 1 }))?.size ?? 0;
    return { size, read: async (start, bytes) => (await logs.read(id, { start, bytes }))?.bytes ?? Buffer.alloc(0) };
  }
}

/** The parts of chunks after an offset. */
async function* chunksAfter<End>(start: number, chunks: AsyncGenerator<LogChunk, End>): AsyncGenerator<LogChunk, End> {
  try {
    for (let item = await chunks.next(); ; item = await chunks.next()) {
      if (item.done === true) return item.value;
      const chunk = item.value;
      if (chunk.end > start) yield (chunk.texts[0]?.start ?? start) < start ? chunk.after(start) : chunk;
    }
  } finally {
    await chunks.return(undefined as End); // it ends without a value
  }
}

/** Ends early when the signal aborts. @returns the state at the end of the log */
async function* chunksOf(
  reading: LogReading,
  first: LogPosition,
  signal?: AbortSignal,
): AsyncGenerator<LogChunk, ExecutionState | undefined> {
  for (let position = first; ;) {
    if (signal?.aborted === true) return undefined;
    const { chunk, next, end } = await reading.step(position);
    if (chunk.texts.length > 0) yield chunk;
    if (end !== undefined) return end;
    position = next;
  }
}

/** For an unknown engine, it is unknown which task printed a line. */
const noLines: LinePicker = { prefixes: [], take: () => false, copy: () => noLines };

function allOf(pickers: readonly LinePicker[]): LinePicker {
  return {
    prefixes: pickers.flatMap(({ prefixes }) => prefixes),
    take: (line) => pickers.map((picker) => picker.take(line)).every((isTaken) => isTaken),
    copy: () => allOf(pickers.map((picker) => picker.copy())),
  };
}

import { setTimeout as sleep } from 'node:timers/promises';
import type { ExecutionEngines } from '../../execution/engine/execution-engines.ts';
import { HeadedOwnLines, HeadedTaskLines } from '../../execution/local/log-headings.ts';
import { type LinePicker, OwnLines, TaskLines } from '../../execution/builds/log-line-filters.ts';
import type { ExecutionRecord } from '../../execution/record/execution-record.ts';
import { isFinal, type ExecutionState } from '../../execution/record/execution-state.ts';
import type { LogStore } from '../../execution/record/log-store.ts';
import { taskNotFound } from './execution-errors.ts';
import type { ExecutionService } from './execution-service.ts';
import { bytesOf, type LogBytes } from './log-bytes.ts';
import { splitLines, type LogLine } from './log-lines.ts';
import type { VisibleExecution } from './visible-execution.ts';

export interface LogServiceDeps {
  readonly executions: ExecutionService;
  readonly logs: LogStore;
  readonly engines: ExecutionEngines;
}

const pauseMilliseconds = 1_000;

/** Logs of executions: from their engine while they run, from the stored copy after they have ended. */
export class LogService {
  readonly #deps: LogServiceDeps;

  constructor(deps: LogServiceDeps) {
    this.#deps = deps;
  }

  /**
   * While an execution runs, any task may still start; and what is unknown about its tasks is not missing.
   * @throws {AppError} `task-not-found`
   */
  demandTask(record: VisibleExecution, task: string): void {
    if (!isFinal(record.state) || record.tasks.length === 0) return;
    if (!record.tasks.some(({ path }) => path === task)) throw taskNotFound(record, task);
  }

  /**
   * The output of the tasks so far, line by line, as far as the caller may see it.
   * @param task the ID of one task, in a subflow `build/image`; all by default
   */
  async *lines(record: VisibleExecution, task?: string): AsyncGenerator<LogLine> {
    const log = await this.bytes(record);
    yield* picked(splitLines(bytesOf(log, { start: 0, end: log.size }), 0), pickerFor(record, task));
  }

  /** The whole log so far, which can be read in parts. */
  async bytes(record: ExecutionRecord): Promise<LogBytes> {
    const present = isFinal(record.state) ? undefined : await this.#deps.engines.of(record)?.logSoFar(record);
    if (present === undefined) return this.#taken(record.id);
    return { size: present.length, read: async (start, bytes) => present.subarray(start, start + bytes) };
  }

  /**
   * The log, line by line as it is written until the execution ends, as far as the caller may see it.
   * @param start where a line begins: `next` of the previous line
   * @returns the final state
   */
  async *follow(
    record: VisibleExecution,
    options: { readonly start: number; readonly task?: string; readonly signal: AbortSignal },
  ): AsyncGenerator<LogLine, ExecutionState> {
    const { start, task, signal } = options;
    const ended = { state: record.state };
    const picker = pickerFor(record, task);
    // Assigning lines to tasks requires reading from the beginning.
    const first = picker === undefined ? start : 0;
    for await (const line of picked(splitLines(this.#growing(record, first, ended, signal), first), picker)) {
      if (line.next > start) yield line;
    }
    return ended.state;
  }

  async #taken(id: string): Promise<LogBytes> {
    const { logs } = this.#deps;
    const size = (await logs.read(id, { start: 0, bytes: 1 }))?.size ?? 0;
    return { size, read: async (start, bytes) => (await logs.read(id, { start, bytes }))?.bytes ?? Buffer.alloc(0) };
  }

  async *#growing(
    first: ExecutionRecord,
    start: number,
    ended: { state: ExecutionState },
    signal: AbortSignal,
  ): AsyncGenerator<Buffer> {
    let offset = start;
    for (let record = first; !signal.aborted; record = await this.#deps.executions.record(first.id)) {
      ended.state = record.state;
      if (isFinal(record.state)) {
        const log = await this.#taken(record.id);
        yield* bytesOf(log, { start: offset, end: log.size });
        return;
      }
      const news = await this.#deps.engines.of(record)?.logAfter(record, offset, signal);
      offset += news?.bytes.length ?? 0;
      if (news !== undefined && news.bytes.length > 0) yield news.bytes;
      // The record changes a moment after the execution has ended.
      if (news === undefined || news.isComplete)
        await sleep(pauseMilliseconds, undefined, { signal }).catch(() => undefined);
    }
  }
}

/** Undefined if all lines are kept. */
function pickerFor({ isPartial, engine }: VisibleExecution, task: string | undefined): LinePicker | undefined {
  const { OfTask, OfFlow } = engine === 'local' ? headedLines : pipelineLines;
  const pickers = [...(task === undefined ? [] : [new OfTask(task)]), ...(isPartial ? [new OfFlow()] : [])];
  // Each filter sees every line, because it counts the blocks of the pipeline.
  return pickers.length === 0
    ? undefined
    : { take: (line) => pickers.map((picker) => picker.take(line)).every((isTaken) => isTaken) };
}

const pipelineLines = { OfTask: TaskLines, OfFlow: OwnLines };
const headedLines = { OfTask: HeadedTaskLines, OfFlow: HeadedOwnLines };

async function* picked(lines: AsyncIterable<LogLine>, picker: LinePicker | undefined): AsyncGenerator<LogLine> {
  for await (const line of lines) {
    if (picker === undefined || picker.take(line.text)) yield line;
  }
}

import { setTimeout as sleep } from 'node:timers/promises';
import type { ExecutionRecord } from '../execution/execution-record.ts';
import { isFinal, type ExecutionState } from '../execution/execution-state.ts';
import type { LiveLogs, LogNews } from '../execution/live-logs.ts';
import type { LogStore } from '../execution/log-store.ts';
import { TaskLines } from '../execution/task-lines.ts';
import type { ExecutionService } from './execution-service.ts';

/** A line of a log and where the next one begins, in bytes. */
export interface LogLine {
  readonly text: string;
  readonly next: number;
}

export interface LogServiceCollaborators {
  readonly executions: ExecutionService;
  readonly logs: LogStore;
  /** Absent where no Jenkins is configured. */
  readonly live?: LiveLogs;
}

const pieceBytes = 256 * 1024;
const pauseMilliseconds = 1_000;
const lineFeed = 0x0a;

/** Logs of executions: of builds that run from Jenkins, of those that have ended as they were taken in. */
export class LogService {
  readonly #with: LogServiceCollaborators;

  constructor(collaborators: LogServiceCollaborators) {
    this.#with = collaborators;
  }

  /**
   * The log as far as it goes now, line by line.
   * @param task only the lines of this task; its id, below subflows `build/image`
   */
  async *lines(record: ExecutionRecord, task?: string): AsyncGenerator<LogLine> {
    const pieces = isFinal(record.state) ? this.#taken(record.id, 0) : this.#present(record);
    yield* picked(splitLines(pieces, 0), task);
  }

  /**
   * The log line by line as it is written, to the end of the execution.
   * @param start where a line begins, from `next` of the one before
   * @returns the final state
   */
  async *follow(record: ExecutionRecord, options: { readonly start: number; readonly task?: string; readonly signal: AbortSignal }): AsyncGenerator<LogLine, ExecutionState> {
    const { start, task, signal } = options;
    const ended = { state: record.state };
    // Lines are told apart by task from the beginning on.
    for await (const line of picked(splitLines(this.#growing(record, task === undefined ? start : 0, ended, signal), task === undefined ? start : 0), task)) {
      if (line.next > start) yield line;
    }
    return ended.state;
  }

  async *#present({ id, flow, build }: ExecutionRecord): AsyncGenerator<Buffer> {
    if (build === undefined || this.#with.live === undefined) return;
    const { bytes, isComplete } = await this.#with.live.behind(id, { job: flow, number: build.number }, 0);
    if (bytes.length > 0 || !isComplete) yield bytes;
    else yield* this.#taken(id, 0);
  }

  async *#taken(id: string, start: number): AsyncGenerator<Buffer> {
    for (let offset = start; ; ) {
      const piece = await this.#with.logs.read(id, { start: offset, bytes: pieceBytes });
      if (piece === undefined || piece.bytes.length === 0) return;
      yield piece.bytes;
      offset += piece.bytes.length;
    }
  }

  async *#growing(first: ExecutionRecord, start: number, ended: { state: ExecutionState }, signal: AbortSignal): AsyncGenerator<Buffer> {
    let offset = start;
    for (let record = first; !signal.aborted; record = await this.#with.executions.record(first.id)) {
      ended.state = record.state;
      if (isFinal(record.state)) {
        yield* this.#taken(record.id, offset);
        return;
      }
      const news = await this.#news(record, offset, signal);
      offset += news?.bytes.length ?? 0;
      if (news !== undefined && news.bytes.length > 0) yield news.bytes;
      // The record follows the end of the build a moment later.
      if (news === undefined || news.isComplete) await sleep(pauseMilliseconds, undefined, { signal }).catch(() => undefined);
    }
  }

  async #news({ id, flow, build }: ExecutionRecord, offset: number, signal: AbortSignal): Promise<LogNews | undefined> {
    return build && this.#with.live?.behind(id, { job: flow, number: build.number }, offset, signal);
  }
}

/** Cuts bytes at line breaks, so that no character is ever cut. */
async function* splitLines(pieces: AsyncIterable<Buffer>, start: number): AsyncGenerator<LogLine> {
  let next = start;
  let rest: Buffer = Buffer.alloc(0);
  for await (const piece of pieces) {
    let bytes: Buffer = rest.length === 0 ? piece : Buffer.concat([rest, piece]);
    for (let end = bytes.indexOf(lineFeed); end !== -1; end = bytes.indexOf(lineFeed)) {
      next += end + 1;
      yield { text: bytes.subarray(0, end).toString(), next };
      bytes = bytes.subarray(end + 1);
    }
    rest = bytes;
  }
  if (rest.length > 0) yield { text: rest.toString(), next: next + rest.length };
}

async function* picked(lines: AsyncIterable<LogLine>, task: string | undefined): AsyncGenerator<LogLine> {
  const taskLines = task === undefined ? undefined : new TaskLines(task);
  for await (const line of lines) {
    if (taskLines === undefined || taskLines.take(line.text)) yield line;
  }
}

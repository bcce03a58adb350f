import type { EventSourceMessage } from 'eventsource-parser';
import { useMemo, useSyncExternalStore } from 'react';
import type { ApiProblem } from '../api/api-problem.ts';
import { followEvents } from '../api/event-stream.ts';
import type { LineTime } from './line-times.ts';
import { LogLines } from './log-lines.ts';

export interface LogKey {
  readonly executionId: string;
  /** The path of a task; everything by default. */
  readonly task?: string;
}

export interface LogStatus {
  readonly connection: 'open' | 'retrying';
  /** Why it cannot be read. Retrying would not help. */
  readonly problem: ApiProblem | undefined;
}

/** A user who returns within this time finds the log as it was. */
const lingerMilliseconds = 10_000;
const followed = new Map<string, FollowedLog>();

/** The log of an execution, or of one of its tasks, read once for everything that shows it. */
function followedLog(key: LogKey): FollowedLog {
  const name = `${key.executionId} ${key.task ?? ''}`;
  let log = followed.get(name);
  if (log === undefined) {
    log = new FollowedLog(key, () => followed.delete(name));
    followed.set(name, log);
  }
  return log;
}

/** Reads while it has subscribers, and a little longer. */
class FollowedLog {
  readonly lines = new LogLines();
  readonly #key: LogKey;
  readonly #onForgotten: () => void;
  readonly #listeners = new Set<() => void>();
  #status: LogStatus = { connection: 'open', problem: undefined };
  #stop: (() => void) | undefined;
  #leaving: ReturnType<typeof setTimeout> | undefined;

  constructor(key: LogKey, onForgotten: () => void) {
    this.#key = key;
    this.#onForgotten = onForgotten;
  }

  readonly status = (): LogStatus => this.#status;

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    clearTimeout(this.#leaving);
    this.#stop ??= this.#read();
    return () => {
      this.#listeners.delete(listener);
      if (this.#listeners.size === 0) this.#leaving = setTimeout(() => this.#forget(), lingerMilliseconds);
    };
  };

  #forget(): void {
    this.#stop?.();
    this.#onForgotten();
  }

  #read(): () => void {
    const { executionId, task } = this.#key;
    const query = task === undefined ? '' : `&task=${encodeURIComponent(task)}`;
    // Lines are handed over once per frame.
    let pending: string[] = [];
    let times: LineTime[] = [];
    let frame: number | undefined;
    const handOver = () => {
      frame = undefined;
      this.lines.append(pending, times);
      pending = [];
      times = [];
    };
    const cancel = () => frame !== undefined && cancelAnimationFrame(frame);
    const stop = followEvents({
      path: `/executions/${executionId}/logs?follow=chunks&timestamps=true${query}`,
      lastEvent: 'end',
      onEvents: (events) => {
        for (const chunk of chunksOf(events)) {
          for (const { line, at } of chunk.times) times.push({ line: pending.length + line, at });
          for (const line of linesOf(chunk.text)) pending.push(line);
        }
        frame ??= requestAnimationFrame(handOver);
      },
      onState: (connection) => this.#set({ ...this.#status, connection }),
      onProblem: (problem) => this.#set({ ...this.#status, problem }),
      onEnd: () => {
        cancel();
        handOver();
        this.lines.complete();
      },
    });
    return () => {
      stop();
      cancel();
    };
  }

  #set(status: LogStatus): void {
    this.#status = status;
    for (const listener of this.#listeners) listener();
  }
}

/** Many lines; a line of more than 256 KiB comes in parts. */
interface LogChunk {
  readonly text: string;
  readonly times: readonly LineTime[];
}

function chunksOf(events: readonly EventSourceMessage[]): readonly LogChunk[] {
  return events.flatMap(
    ({ event = 'message', data }) => (event === 'message' ? [JSON.parse(data) as LogChunk] : []), // as the contract says
  );
}

function linesOf(text: string): readonly string[] {
  const lines = text.split('\n');
  return lines.at(-1) === '' ? lines.slice(0, -1) : lines;
}

/** Follows the log of an execution, or of one of its tasks. */
export function useFollowedLog({ executionId, task }: LogKey): LogStatus & { readonly lines: LogLines } {
  const log = useMemo(() => followedLog({ executionId, ...(task !== undefined && { task }) }), [executionId, task]);
  const status = useSyncExternalStore(log.subscribe, log.status);
  return { ...status, lines: log.lines };
}

/** How many lines a log has, as it grows. */
export function useLineCount(lines: LogLines): number {
  return useSyncExternalStore(lines.subscribe, () => lines.count);
}

/** Whether no line follows. */
export function useIsComplete(lines: LogLines): boolean {
  return useSyncExternalStore(lines.subscribe, () => lines.isComplete);
}

import { useEffect, useState } from 'react';
import type { ApiProblem } from '../api/api-problem.ts';
import { followEvents } from '../api/event-stream.ts';
import { LogLines } from './log-lines.ts';

export interface FollowedLog {
  readonly lines: LogLines;
  readonly connection: 'open' | 'retrying';
  readonly problem: ApiProblem | undefined;
}

/** Follows the log of an execution, or of one of its tasks. New lines arrive at most once per frame. */
export function useLogLines({
  executionId,
  task,
}: {
  readonly executionId: string;
  readonly task?: string;
}): FollowedLog {
  const [log, setLog] = useState<FollowedLog>(emptyLog);
  useEffect(() => {
    const lines = new LogLines();
    setLog({ lines, connection: 'open', problem: undefined });
    const pending = new FrameBatch((batch) => lines.append(batch));
    const query = task === undefined ? '?follow' : `?follow=true&task=${encodeURIComponent(task)}`;
    const stop = followEvents({
      path: `/executions/${executionId}/logs${query}`,
      lastEvent: 'end',
      onEvents: (events) => pending.add(events.flatMap(({ name, data }) => (name === 'message' ? [data] : []))),
      onState: (connection) => setLog((before) => ({ ...before, connection })),
      onProblem: (problem) => setLog((before) => ({ ...before, problem })),
      onEnd: () => {
        pending.flush();
        lines.complete();
      },
    });
    return () => {
      stop();
      pending.cancel();
    };
  }, [executionId, task]);
  return log;
}

function emptyLog(): FollowedLog {
  return { lines: new LogLines(), connection: 'open', problem: undefined };
}

/** Collects lines and hands them over once per frame. */
class FrameBatch {
  #lines: string[] = [];
  #frame: number | undefined;
  readonly #handOver: (lines: readonly string[]) => void;

  constructor(handOver: (lines: readonly string[]) => void) {
    this.#handOver = handOver;
  }

  add(lines: readonly string[]): void {
    for (const line of lines) this.#lines.push(line);
    this.#frame ??= requestAnimationFrame(() => this.flush());
  }

  flush(): void {
    this.cancel();
    const lines = this.#lines;
    this.#lines = [];
    this.#handOver(lines);
  }

  cancel(): void {
    if (this.#frame !== undefined) cancelAnimationFrame(this.#frame);
    this.#frame = undefined;
  }
}

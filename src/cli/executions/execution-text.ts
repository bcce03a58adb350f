import type { Schema } from '../../api-client/operation-types.ts';
import type { ExecutionState } from '../../execution/record/execution-state.ts';
import type { ExitStatus } from '../exit-status.ts';
import { localTime } from '../terminal-text.ts';
import { itemsText, taskColumn } from './task-lines.ts';

type Execution = Schema<'Execution'>;

/** The exit status after the end of an execution. @param isStrict whether WARNING is a failure */
export function exitStatusOf(state: ExecutionState, isStrict: boolean): ExitStatus {
  if (state === 'KILLED') return 3;
  return state === 'FAILED' || (isStrict && state === 'WARNING') ? 1 : 0;
}

/** An execution in one line: its state, its build, and what delays it or ended it. */
export function stateLine({ id, namespace, flowId, state, build, waiting, trouble, reason }: Execution): string {
  const details = [
    build && `build ${build.number}, ${build.url}`,
    waiting && 'waiting for another execution of the flow to end',
    trouble,
    reason,
  ];
  return [`${namespace}/${flowId} ${id} ${state}`, ...details].filter((part) => part).join(': ');
}

/** Notices about input values, one line each. */
export function noticeLines(notices: readonly Schema<'InputNotice'>[] = []): readonly string[] {
  return notices.map(({ input_id: id, message }) => `NOTICE: ${id}: ${message}`);
}

/** An execution for people: its state, the messages of its checks, its tasks and its outputs. */
export function executionLines(execution: Execution, now: Date): readonly string[] {
  const { messages, notices, tasks = [], outputs = {}, startedAt, endedAt } = execution;
  const paths = taskColumn(tasks);
  const time = startedAt === undefined ? '' : ` (${duration(startedAt, endedAt, now)})`;
  return [
    `${stateLine(execution)}${time}`,
    ...messages.map(({ style, message }) => `  ${style}: ${message}`),
    ...noticeLines(notices).map((line) => `  ${line}`),
    ...tasks.map((task, index) => {
      const took = duration(task.startedAt, task.endedAt, now);
      return `  ${paths[index]}  ${task.state.padEnd('RUNNING'.length)}  ${took}${itemsText(task)}`;
    }),
    ...Object.entries(outputs).map(([id, value]) => `  ${id} = ${JSON.stringify(value)}`),
  ];
}

/** The columns of a table of executions. */
export function executionColumns(now: Date) {
  return {
    ID: ({ id }) => id,
    STATE: ({ state }) => state,
    FLOW: ({ namespace, flowId, revision }) => `${namespace}/${flowId}${revision === undefined ? '' : `@${revision}`}`,
    CREATED: ({ createdAt }) => localTime(createdAt),
    DURATION: ({ startedAt, endedAt }) => (startedAt === undefined ? '' : duration(startedAt, endedAt, now)),
    ACTOR: ({ actor }) => actor,
  } satisfies Record<string, (execution: Execution) => string>;
}

function duration(from: string, to: string | undefined, now: Date): string {
  const end = to === undefined ? now.getTime() : Date.parse(to);
  const seconds = Math.max(0, Math.round((end - Date.parse(from)) / 1000));
  if (seconds < 60) return `${seconds}s`;
  if (seconds < 3600) return `${Math.floor(seconds / 60)}m${seconds % 60}s`;
  return `${Math.floor(seconds / 3600)}h${Math.floor((seconds % 3600) / 60)}m`;
}

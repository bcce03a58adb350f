import { shortened } from '../../../base/problem/describe-value.ts';
import { writeJson } from '../../../base/text/exact-json.ts';
import { isFinal, type ExecutionState } from '../../../lifecycle/execution-state.ts';
import type { Schema } from '../../api-client/operation-types.ts';
import type { ExitStatus } from '../exit-status.ts';
import { localTime, withoutControls } from '../terminal-text.ts';

type Execution = Schema<'Execution'>;

/** The exit status after the end of an execution. @param isStrict whether WARNING is a failure */
export function exitStatusOf(state: ExecutionState, isStrict: boolean): ExitStatus {
  if (state === 'KILLED') return 3;
  return state === 'FAILED' || (isStrict && state === 'WARNING') ? 1 : 0;
}

const isoTime = /\d{4}-\d\d-\d\dT[\d:.]+Z/g;

/** An execution in one line: its state, its build, and what delays it or ended it. */
export function stateLine(execution: Execution): string {
  const { id, namespace, flowId, state, build, held, waitingFor, trouble, reason } = execution;
  const details = [
    build && `build ${build.number}, ${build.url}`,
    held && trouble === undefined && 'held until other executions end',
    waitingFor && waitText(waitingFor),
    trouble?.replace(isoTime, localTime),
    reason,
  ];
  return [`${namespace}/${flowId} ${id} ${state}`, ...details].filter((part) => part).join(': ');
}

/** What an execution waits for, without the form of an approval. */
function waitText(wait: Schema<'WaitingFor'>): string {
  const { kind, task, until, message, signal, executions, approvals = [], approvers } = wait;
  const end = until === undefined ? '' : ` until ${localTime(until)}`;
  switch (kind) {
    case 'time':
      return `waiting${end}`;
    case 'signal':
      return `waiting for the signal ${signal}${end}`;
    case 'executions': {
      const { total = 1, open = 0, succeeded = 0, failed = 0, retrying = 0, retryAt } = executions ?? {};
      const retries = retryAt === undefined ? '' : `, ${retrying} to retry, the next at ${localTime(retryAt)}`;
      const counts = `${succeeded + failed} of ${total} ended, ${failed} failed, ${open} open${retries}`;
      return `waiting for executions of ${task} (${counts})${end}`;
    }
    case 'approval': {
      const count = approvers?.count ?? 1;
      const people = count > 1 ? ` (${approvals.length} of ${count} approved)` : '';
      const question = message === undefined ? '' : `: ${withoutControls(message)}`;
      return `waiting for the approval ${task}${people}${end}${question}`;
    }
  }
}

/** Notices about input values, one line each. */
export function noticeLines(notices: readonly Schema<'InputNotice'>[] = []): readonly string[] {
  return notices.map(({ input_id: id, message }) => `NOTICE: ${id}: ${message}`);
}

/** Where an execution runs, and whether it is archived. */
function placeLines({ controller, insteadOf, archivedAt, isUnsigned }: Execution): readonly string[] {
  const instead = insteadOf === undefined ? '' : ` instead of ${insteadOf}`;
  return [
    ...(controller === undefined ? [] : [`  controller ${controller}${instead}`]),
    ...(archivedAt === undefined
      ? []
      : [
          `  archived ${localTime(archivedAt)}${isUnsigned === true ? ', not signed: it could have been changed' : ''}`,
        ]),
  ];
}

/** An execution for people: its state, its caller, its place, the messages of its checks, its tasks and its outputs. */
export function executionLines(execution: Execution, now: Date): readonly string[] {
  const { messages, notices, tasks = [], outputs = {}, startedAt, endedAt } = execution;
  const paths = taskColumn(tasks);
  const time = startedAt === undefined ? '' : ` (${duration(startedAt, endedAt, now)})`;
  return [
    `${stateLine(execution)}${time}`,
    ...callerLines(execution),
    ...placeLines(execution),
    ...messages.map(({ style, message }) => `  ${style}: ${message}`),
    ...noticeLines(notices).map((line) => `  ${line}`),
    ...tasks.map((task, index) => {
      const took = duration(task.startedAt, task.endedAt, now);
      return `  ${paths[index]}  ${task.state.padEnd('RUNNING'.length)}  ${took}${itemsText(task)}`;
    }),
    ...Object.entries(outputs).map(([id, value]) => `  ${id} = ${writeJson(value)}`),
  ];
}

/** The task that started an execution. */
function callerLines({ parent }: Execution): readonly string[] {
  if (parent === undefined) return [];
  const item = parent.item === undefined ? '' : `[${withoutControls(parent.item)}]`;
  return [`  called by ${parent.namespace}/${parent.flowId} ${parent.execution}, task ${parent.task}${item}`];
}

/** The columns of a table of executions. @param hasItems whether they run the items of a loop */
export function executionColumns(now: Date, { hasItems = false }: { readonly hasItems?: boolean } = {}) {
  return {
    ID: ({ id }) => id,
    ...(hasItems && { ITEM: ({ parent }: Execution) => withoutControls(parent?.item ?? '') }),
    STATE: (execution) => stateText(execution),
    FLOW: ({ namespace, flowId, revision }) => `${namespace}/${flowId}${revision === undefined ? '' : `@${revision}`}`,
    CREATED: ({ createdAt }) => localTime(createdAt),
    DURATION: ({ startedAt, endedAt }) => (startedAt === undefined ? '' : duration(startedAt, endedAt, now)),
    ACTOR: ({ actor }) => actor,
  } satisfies Record<string, (execution: Execution) => string>;
}

function stateText({ state, held, waitingFor }: Execution): string {
  if (waitingFor !== undefined) return `${state} (${waitingFor.kind})`;
  return held && !isFinal(state) ? `${state} (held)` : state;
}

/** The columns of a table of executions that wait for an approval. */
export const approvalColumns = {
  ID: ({ id }) => id,
  FLOW: ({ namespace, flowId }) => `${namespace}/${flowId}`,
  TASK: ({ waitingFor }) => waitingFor?.task ?? '',
  SINCE: ({ waitingFor }) => (waitingFor === undefined ? '' : localTime(waitingFor.since)),
  UNTIL: ({ waitingFor }) => (waitingFor?.until === undefined ? '' : localTime(waitingFor.until)),
  QUESTION: ({ waitingFor }) => shortened(withoutControls(waitingFor?.message ?? ''), maxQuestion),
} satisfies Record<string, (execution: Execution) => string>;

const maxQuestion = 60;

function duration(from: string, to: string | undefined, now: Date): string {
  const end = to === undefined ? now.getTime() : Date.parse(to);
  return spanText(end - Date.parse(from));
}

/** Such as `42s`, `1m5s` or `2h3m`. */
export function spanText(milliseconds: number): string {
  const seconds = Math.max(0, Math.round(milliseconds / 1000));
  if (seconds < 60) return `${seconds}s`;
  if (seconds < 3600) return `${Math.floor(seconds / 60)}m${seconds % 60}s`;
  return `${Math.floor(seconds / 3600)}h${Math.floor((seconds % 3600) / 60)}m`;
}

type TaskRun = Pick<Schema<'TaskRun'>, 'path' | 'items' | 'folded'>;

/** The paths of tasks, padded to the same width. */
function taskColumn(tasks: readonly TaskRun[]): readonly string[] {
  const paths = tasks.map(({ path }) => withoutControls(path));
  const width = Math.max(0, ...paths.map(({ length }) => length));
  return paths.map((path) => path.padEnd(width));
}

/** What a line about a loop ends with: `37 of 40 items, 2 failed, not all shown`; empty for any other task. */
function itemsText({ items, folded }: TaskRun): string {
  const parts = [
    items && `${items.succeeded} of ${items.total} ${items.total === 1 ? 'item' : 'items'}`,
    items && items.failed > 0 && `${items.failed} failed`,
    items && items.running > 0 && `${items.running} running`,
    folded === true && 'not all shown',
  ].filter((part) => part);
  return parts.length === 0 ? '' : `  ${parts.join(', ')}`;
}

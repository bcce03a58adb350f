import type { Schema } from '../../contract/operation-types.ts';
import type { ExecutionState } from '../../execution/record/execution-state.ts';
import type { ExitStatus } from '../command.ts';
import { localTime, textTable, withoutControls } from '../terminal-text.ts';

/** What a process that followed an execution to its end exits with. An execution with warnings did what it was for. */
export function exitStatusOf(state: ExecutionState): ExitStatus {
  if (state === 'KILLED') return 3;
  return state === 'FAILED' ? 1 : 0;
}

/** Where an execution is, in a line: its state, its build, and what holds it up or ended it. */
export function stateLine({
  id,
  namespace,
  flowId,
  state,
  build,
  waiting,
  trouble,
  reason,
}: Schema<'Execution'>): string {
  const remarks = [
    build === undefined ? '' : `build ${build.number}, ${build.url}`,
    waiting ? 'waits for another execution of the flow to end' : '',
    trouble ?? '',
    reason ?? '',
  ].filter((remark) => remark !== '');
  return withoutControls([`${namespace}/${flowId} ${id} ${state}`, ...remarks].join(': '));
}

/** An execution for people: where it is, what its checks said, its tasks, its outputs. Every line ends with a line break. */
export function executionText(execution: Schema<'Execution'>, now: Date): string {
  const { messages, tasks = [], outputs = {} } = execution;
  const width = Math.max(0, ...tasks.map(({ path }) => path.length));
  const lines = [
    `${stateLine(execution)}${execution.startedAt === undefined ? '' : ` (${duration(execution.startedAt, execution.endedAt, now)})`}`,
    ...messages.map(({ style, message }) => `  ${style}: ${message}`),
    ...tasks.map((task) => taskLine(task, width, now)),
    ...Object.entries(outputs).map(([id, value]) => `  ${id} = ${JSON.stringify(value)}`),
  ];
  return lines.map((line) => `${withoutControls(line)}\n`).join('');
}

function taskLine(
  { path, state, startedAt, endedAt }: NonNullable<Schema<'Execution'>['tasks']>[number],
  width: number,
  now: Date,
): string {
  return `  ${path.padEnd(width)}  ${state.padEnd('RUNNING'.length)}  ${duration(startedAt, endedAt, now)}`;
}

/** Executions as a table, the newest first. */
export function executionTable(executions: readonly Schema<'Execution'>[], now: Date): string {
  const rows = executions.map(({ id, state, createdAt, startedAt, endedAt, namespace, flowId, revision, actor }) => [
    id,
    state,
    `${namespace}/${flowId}${revision === undefined ? '' : `@${revision}`}`,
    localTime(createdAt),
    startedAt === undefined ? '' : duration(startedAt, endedAt, now),
    actor,
  ]);
  return textTable(['ID', 'STATE', 'FLOW', 'ACCEPTED', 'TOOK', 'BY'], rows);
}

function duration(from: string, to: string | undefined, now: Date): string {
  const seconds = Math.max(
    0,
    Math.round(((to === undefined ? now.getTime() : Date.parse(to)) - Date.parse(from)) / 1000),
  );
  if (seconds < 60) return `${seconds}s`;
  if (seconds < 3600) return `${Math.floor(seconds / 60)}m${seconds % 60}s`;
  return `${Math.floor(seconds / 3600)}h${Math.floor((seconds % 3600) / 60)}m`;
}

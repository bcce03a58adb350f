import type { Schema } from '../../api-client/operation-types.ts';
import { localTime, withoutControls } from '../terminal-text.ts';

/** An execution in one line: its state, its build, and what delays it or ended it. */
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
  const details = [
    build === undefined ? '' : `build ${build.number}, ${build.url}`,
    waiting ? 'waiting for another execution of the flow to end' : '',
    trouble ?? '',
    reason ?? '',
  ].filter((detail) => detail !== '');
  return withoutControls([`${namespace}/${flowId} ${id} ${state}`, ...details].join(': '));
}

/**
 * An execution for people: its state, the messages of its checks, its tasks and its outputs. Every line ends with a
 * line break.
 */
export function executionText(execution: Schema<'Execution'>, now: Date): string {
  const { messages, notices = [], tasks = [], outputs = {} } = execution;
  const width = Math.max(0, ...tasks.map(({ path }) => path.length));
  const lines = [
    `${stateLine(execution)}${execution.startedAt === undefined ? '' : ` (${duration(execution.startedAt, execution.endedAt, now)})`}`,
    ...messages.map(({ style, message }) => `  ${style}: ${message}`),
    ...notices.map(({ input_id: id, message }) => `  NOTICE: ${id}: ${message}`),
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

/** The columns of a table of executions. */
export function executionColumns(now: Date) {
  return {
    ID: ({ id }) => id,
    STATE: ({ state }) => state,
    FLOW: ({ namespace, flowId, revision }) => `${namespace}/${flowId}${revision === undefined ? '' : `@${revision}`}`,
    CREATED: ({ createdAt }) => localTime(createdAt),
    DURATION: ({ startedAt, endedAt }) => (startedAt === undefined ? '' : duration(startedAt, endedAt, now)),
    ACTOR: ({ actor }) => actor,
  } satisfies Record<string, (execution: Schema<'Execution'>) => string>;
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

import { readJson } from '../../../base/text/exact-json.ts';
import type { RunEnd } from '../../../engines/local/interpreter/flow-run.ts';
import type { FlowPlan } from '../../../language/execution-plan/flow-plan.ts';
import type { ItemCounts, TaskProgress } from '../../../language/execution-plan/task-state.ts';
import type { Schema } from '../../api-client/operation-types.ts';
import type { AcceptedValues } from '../../offline-flows/accept-values.ts';
import { withoutControls } from '../terminal-text.ts';
import type { KeptFile } from './kept-files.ts';
import type { Marks } from './run-marks.ts';

/** How a run on this machine has ended. */
export interface RunOutcome {
  readonly plan: FlowPlan;
  readonly values: Pick<AcceptedValues, 'inputs' | 'messages' | 'notices'>;
  readonly end: RunEnd;
  readonly startedAt: Date;
  /** The duration of the whole run. */
  readonly milliseconds: number;
  readonly tasks: readonly TaskProgress[];
  readonly artifacts: readonly KeptFile[];
}

/** The record that `--format json` prints; fields that an execution on a server has too have the same names. */
export function outcomeRecord({ plan, values, end, startedAt, milliseconds, tasks, artifacts }: RunOutcome) {
  const outputs = [...end.outputs].map(([id, json]) => [id, readJson(json)] as const);
  return {
    namespace: plan.flow.namespace,
    flowId: plan.flow.id,
    state: end.state,
    ...(end.reason !== undefined && { reason: end.reason }),
    startedAt: startedAt.toISOString(),
    endedAt: new Date(startedAt.getTime() + Math.round(milliseconds)).toISOString(),
    inputs: values.inputs,
    messages: values.messages,
    ...(values.notices.length > 0 && { notices: noticesOf(values) }),
    tasks,
    outputs: Object.fromEntries(outputs),
    artifacts,
  };
}

/** The notices about the values, as a server returns them. */
export function noticesOf({ notices }: Pick<AcceptedValues, 'notices'>): readonly Schema<'InputNotice'>[] {
  return notices.map(({ inputId, message }) => ({ input_id: inputId, message }));
}

/** The tasks with their states and times, and the outcome: lines for people. */
export function outcomeText({ plan, end, milliseconds, tasks }: RunOutcome, marks: Marks): string {
  const shown = shownTasks(tasks);
  const width = shown.reduce((max, { path }) => Math.max(max, withoutControls(path).length), 0);
  const lines = [
    ...shown.map(({ path, state, startedAt, endedAt = startedAt, items }) => {
      const time = state === 'SKIPPED' ? '' : `  ${duration(Date.parse(endedAt) - Date.parse(startedAt))}`;
      return `${marks[state]} ${withoutControls(path).padEnd(width)}  ${state}${time}${itemText(items)}`;
    }),
    ...(shown.length < tasks.length
      ? [`  ${tasks.length - shown.length} more tasks of items and passes, which succeeded or were skipped`]
      : []),
    [end.state, withoutControls(end.reason ?? ''), taskCount(plan, tasks), duration(milliseconds)]
      .filter((part) => part !== '')
      .join('  '),
    ...[...end.outputs].map(([id, json]) => `  ${id} = ${withoutControls(json)}`),
  ];
  return lines.map((line) => `${line}\n`).join('');
}

const maxLines = 100;

/** Of very many tasks, leaves out those in items and passes that succeeded. */
function shownTasks(tasks: readonly TaskProgress[]): readonly TaskProgress[] {
  if (tasks.length <= maxLines) return tasks;
  return tasks.filter(({ path, state }) => !path.includes('[') || (state !== 'SUCCESS' && state !== 'SKIPPED'));
}

function itemText(items: ItemCounts | undefined): string {
  if (items === undefined) return '';
  const { total, failed } = items;
  return `  ${total} item${total === 1 ? '' : 's'}${failed === 0 ? '' : `, ${failed} failed`}`;
}

/** `2 of 5 tasks, 1 skipped, 2 not run`, without those in blocks and called flows. */
function taskCount({ sections }: FlowPlan, tasks: readonly TaskProgress[]): string {
  const stateOf = new Map(tasks.map(({ path, state }) => [path, state]));
  const states = sections.tasks.map(({ task }) => stateOf.get(task.id));
  const count = (state: TaskProgress['state'] | undefined) => states.filter((each) => each === state).length;
  const parts = [
    [count('SKIPPED'), 'skipped'],
    [count('FAILED'), 'failed'],
    [count('KILLED'), 'stopped'],
    [count(undefined), 'not run'],
  ] as const;
  const others = parts.filter(([number]) => number > 0).map(([number, word]) => `${number} ${word}`);
  const total = `${states.length} task${states.length === 1 ? '' : 's'}`;
  return [others.length === 0 ? total : `${count('SUCCESS')} of ${total}`, ...others].join(', ');
}

/** `0.3 s`, `1 min 4 s`. */
function duration(milliseconds: number): string {
  const seconds = Math.max(0, milliseconds) / 1000;
  return seconds < 60 ? `${seconds.toFixed(1)} s` : `${Math.floor(seconds / 60)} min ${Math.floor(seconds % 60)} s`;
}

import {
  readTraceparent,
  spanIdOf,
  traceIdOf,
  traceparentOf,
  type TraceContext,
} from '../../base/telemetry/trace-context.ts';
import type { KnownSpan, SpanEvent, SpanStatus } from '../../base/telemetry/tracing.ts';
import { placeOfTask, tasksAround, withoutItems } from '../../language/execution-plan/task-path.ts';
import type { TaskProgress, TaskState } from '../../language/execution-plan/task-state.ts';
import { flowName } from '../../language/flow/flow-key.ts';
import { engineOf, unnamedEngine, type ExecutionRecord } from '../../lifecycle/execution-record.ts';
import type { ExecutionState } from '../../lifecycle/execution-state.ts';

/*
 * The spans of an execution (docs/reference/telemetry.md). Their IDs follow from the execution's, so that each process
 * can refer to spans that are recorded only when the execution has ended.
 */

type Part = 'execution' | 'queue' | 'build' | `task ${string}`;

/** @returns undefined if the execution was accepted without a trace */
export function spanOfPart({ id, traceparent }: Pick<ExecutionRecord, 'id' | 'traceparent'>, part: Part) {
  const trace = readTraceparent(traceparent);
  return trace && ({ ...trace, spanId: spanIdOf(id, part) } satisfies TraceContext);
}

/** The header with which a program continues the trace of an execution; undefined if it has none. */
export function traceparentOfPart(record: Pick<ExecutionRecord, 'id' | 'traceparent'>, part: Part): string | undefined {
  const span = spanOfPart(record, part);
  return span && traceparentOf(span);
}

/** The span of an ended execution, and those below it, with the times of its record. */
export function executionSpan(record: ExecutionRecord): KnownSpan {
  const { id, flow, revision, state, reason, history, trigger, attempts } = record;
  const times = timesOf(record);
  return {
    name: `RUN ${flowName(flow)}`,
    kind: 'server',
    traceId: traceIdOf(id),
    spanId: spanIdOf(id, 'execution'),
    start: times.created,
    end: times.ended,
    status: statuses[state](reason),
    attributes: {
      'cicd.pipeline.name': flowName(flow),
      'cicd.pipeline.run.id': id,
      'cicd.pipeline.result': results[state],
      'flowgate.execution.state': state,
      'flowgate.execution.attempts': attempts,
      'flowgate.engine': engineOf(record) ?? unnamedEngine,
      'flowgate.flow.revision': revision,
      'flowgate.trigger.id': trigger?.id,
      'flowgate.trigger.type': trigger?.type,
    },
    events: history.map(({ state: name, at }) => ({ name, at: new Date(at) })),
    children: [
      { name: 'queue', spanId: spanIdOf(id, 'queue'), start: times.created, end: times.started ?? times.ended },
      ...(times.started === undefined ? [] : [buildSpan(record, times.started, times.ended)]),
    ],
  };
}

function buildSpan({ id, build, engine, tasks, state }: ExecutionRecord, start: Date, end: Date): KnownSpan {
  return {
    name: engine === undefined ? 'build' : 'run',
    spanId: spanIdOf(id, 'build'),
    start,
    end,
    status: statuses[state](undefined),
    attributes: { 'flowgate.build.number': build?.number, 'cicd.pipeline.run.url.full': build?.url },
    children: taskSpans(id, tasks, end),
  };
}

/** Tasks of a subflow are below the task that calls it, and tasks in a block are below the block. */
function taskSpans(id: string, tasks: readonly TaskProgress[], end: Date): readonly KnownSpan[] {
  const paths = new Set(tasks.map(({ path }) => path));
  const inside = new Map<string | undefined, TaskProgress[]>();
  for (const task of tasks) {
    const outer = tasksAround(task.path).find((path) => paths.has(path));
    const siblings = inside.get(outer);
    if (siblings === undefined) inside.set(outer, [task]);
    else siblings.push(task);
  }
  const below = (parent: string | undefined): readonly KnownSpan[] =>
    (inside.get(parent) ?? []).map((task) => taskSpan(id, task, end, below(task.path)));
  return below(undefined);
}

function taskSpan(id: string, task: TaskProgress, end: Date, children: readonly KnownSpan[]): KnownSpan {
  const { path, state, startedAt, endedAt, reason } = task;
  const start = new Date(startedAt);
  return {
    name: withoutItems(path), // few names, whatever the items are
    spanId: spanIdOf(id, `task ${path}`),
    start,
    // A record can lack the end of a task, and agents have clocks of their own.
    end: new Date(Math.max(start.getTime(), endedAt === undefined ? end.getTime() : Date.parse(endedAt))),
    status: taskStatus(state, reason),
    attributes: {
      'cicd.pipeline.task.name': path,
      'flowgate.task.state': state,
      'flowgate.task.item': placeOfTask(path)?.item,
    },
    events: attemptEvents(task),
    children,
  };
}

function attemptEvents({ attempts = [] }: TaskProgress): readonly SpanEvent[] {
  return attempts.map(({ number, state, startedAt, endedAt }) => ({
    name: 'attempt',
    at: new Date(endedAt ?? startedAt),
    attributes: { 'flowgate.attempt.number': number, 'flowgate.attempt.state': state },
  }));
}

/** An execution that waits is pending until it runs; one that never ran has no start. */
function timesOf({ history }: ExecutionRecord): { created: Date; started: Date | undefined; ended: Date } {
  const time = (at: string | undefined) => new Date(at ?? 0);
  const started = history.find(({ state }) => state === 'RUNNING');
  return { created: time(history[0]?.at), started: started && time(started.at), ended: time(history.at(-1)?.at) };
}

const succeeded = (): SpanStatus => ({ kind: 'ok' });
const unset = (): undefined => undefined;
const failed = (message: string | undefined): SpanStatus => ({ kind: 'error', message });

const statuses: Readonly<Record<ExecutionState, (reason: string | undefined) => SpanStatus | undefined>> = {
  CREATED: unset,
  QUEUED: unset,
  RUNNING: unset,
  SUCCESS: succeeded,
  WARNING: succeeded,
  FAILED: failed,
  KILLED: unset,
};

/** The terms of OpenTelemetry's CI/CD conventions. */
const results: Readonly<Record<ExecutionState, string | undefined>> = {
  CREATED: undefined,
  QUEUED: undefined,
  RUNNING: undefined,
  SUCCESS: 'success',
  WARNING: 'success',
  FAILED: 'failure',
  KILLED: 'cancellation',
};

function taskStatus(state: TaskState, reason: string | undefined): SpanStatus | undefined {
  if (state === 'FAILED') return failed(reason);
  return state === 'SUCCESS' ? succeeded() : undefined;
}

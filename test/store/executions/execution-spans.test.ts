import { describe, expect, it } from 'vitest';
import type { TaskProgress } from '../../../src/language/execution-plan/task-state.ts';
import type { ExecutionFields } from '../../../src/lifecycle/execution-record.ts';
import { executionSpan, traceparentOfPart } from '../../../src/store/executions/execution-spans.ts';
import { recordOf } from '../../support/execution-record.ts';

const at = (second: number): string => new Date(Date.UTC(2026, 0, 2, 3, 4, second)).toISOString();

const record = recordOf({
  id: '01ARZ3NDEKTSV4RRFFQ69G5FAV',
  flow: { namespace: 'examples', id: 'hello' },
  revision: 3,
  subflows: [],
  actor: 'schedule:nightly',
  labels: {},
  inputs: { password: '****' },
  messages: [],
  trigger: { id: 'nightly', type: 'schedule' },
  state: 'SUCCESS',
  history: [
    { state: 'CREATED', at: at(0) },
    { state: 'QUEUED', at: at(1) },
    { state: 'RUNNING', at: at(2) },
    { state: 'SUCCESS', at: at(9) },
  ],
  attempts: 1,
  tasks: [],
});

const task = (path: string, more: Partial<TaskProgress> = {}): TaskProgress => ({
  path,
  state: 'SUCCESS',
  startedAt: at(3),
  endedAt: at(4),
  ...more,
});

const spanOf = (changes: Partial<ExecutionFields> = {}) => executionSpan(recordOf({ ...record, ...changes }));
const build = (changes: Partial<ExecutionFields>) => spanOf(changes).children?.at(-1);

describe('executionSpan', () => {
  it('has the times of the record', () => {
    const span = executionSpan(record);
    expect([span.start, span.end].map((time) => time.toISOString())).toEqual([at(0), at(9)]);
    expect(span.children?.map(({ name, start, end }) => [name, start.toISOString(), end.toISOString()])).toEqual([
      ['queue', at(0), at(2)],
      ['build', at(2), at(9)],
    ]);
  });

  it('has no build if the execution never ran', () => {
    const history = [record.history[0]!, { state: 'FAILED', at: at(5) } as const];
    const { children, status } = spanOf({ state: 'FAILED', reason: 'No key.', history });
    expect(children?.map(({ name }) => name)).toEqual(['queue']);
    expect(status).toEqual({ kind: 'error', message: 'No key.' });
  });

  it.each([
    ['SUCCESS', 'ok', 'success'],
    ['WARNING', 'ok', 'success'],
    ['FAILED', 'error', 'failure'],
    ['KILLED', undefined, 'cancellation'],
  ] as const)('shows %s as its status', (state, kind, result) => {
    const span = spanOf({ state });
    expect(span.status?.kind).toBe(kind);
    expect(span.attributes?.['cicd.pipeline.result']).toBe(result);
  });

  it('contains no values', () => {
    expect(JSON.stringify(executionSpan(record))).not.toContain('password');
  });

  it('has the tasks of a subflow below the task that calls it, also without one in between', () => {
    const { children } = build({ tasks: [task('a'), task('b'), task('b/c'), task('b/x/d'), task('e/f')] }) ?? {};
    expect(children?.map(({ name, children: inner }) => [name, inner?.map((each) => each.name)])).toEqual([
      ['a', []],
      ['b', ['b/c', 'b/x/d']],
      ['e/f', []],
    ]);
  });

  it('has the tasks of a block below the block, whatever the keys of its items are', () => {
    const tasks = ['deploy', 'deploy[a/b c]/push', 'deploy[a/b c]/in[x/y]/step', 'deploy[us]/push'].map((path) =>
      task(path),
    );
    const [deploy, ...others] = build({ tasks })?.children ?? [];
    expect(others).toEqual([]);
    expect(
      deploy?.children?.map(({ name, attributes }) => [
        name,
        attributes?.['cicd.pipeline.task.name'],
        attributes?.['flowgate.task.item'],
      ]),
    ).toEqual([
      ['deploy/push', 'deploy[a/b c]/push', 'a/b c'],
      ['deploy/in/step', 'deploy[a/b c]/in[x/y]/step', 'x/y'],
      ['deploy/push', 'deploy[us]/push', 'us'],
    ]);
    expect(new Set(deploy?.children?.map(({ spanId }) => spanId)).size).toBe(3);
  });

  it('ends each task after its start, whatever the clocks say', () => {
    const tasks = [task('open', { startedAt: at(5), endedAt: undefined as never }), task('odd', { startedAt: at(5) })];
    expect(build({ tasks })?.children?.map(({ end }) => end.toISOString())).toEqual([at(9), at(5)]);
  });

  it('shows attempts as events', () => {
    const attempts = [
      { number: 1, state: 'FAILED', startedAt: at(3), endedAt: at(4) },
      { number: 2, state: 'SUCCESS', startedAt: at(5), endedAt: at(6) },
    ] as const;
    const [span] = build({ tasks: [task('a', { attempts })] })?.children ?? [];
    expect(
      span?.events?.map((event) => [event.at.toISOString(), event.attributes?.['flowgate.attempt.state']]),
    ).toEqual([
      [at(4), 'FAILED'],
      [at(6), 'SUCCESS'],
    ]);
  });
});

describe('traceparentOfPart', () => {
  const traceparent = '00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01';

  it('names the span that is recorded later', () => {
    const { children } = spanOf({ traceparent });
    const named = traceparentOfPart({ ...record, traceparent }, 'build');
    expect(named).toBe(`00-0af7651916cd43dd8448eb211c80319c-${children?.[1]?.spanId}-01`);
  });

  it('is undefined without a trace', () => {
    expect(traceparentOfPart(record, 'build')).toBeUndefined();
  });
});

import { describe, expect, it } from 'vitest';
import type { WaitAnswer, WaitRequest } from '../../../../src/engines/local/interpreter/run-ports.ts';
import type { SegmentBegin } from '../../../../src/engines/local/interpreter/segment-begin.ts';
import type { FlowPlan } from '../../../../src/language/execution-plan/flow-plan.ts';
import { planOf } from '../../../support/local-run.ts';
import { bareBegin, waitingAt } from '../../../support/segments.ts';
import { flowText } from '../../../support/transpile-yaml.ts';
import { byPath, failing, runPlan, runSegment } from '../../../support/virtual-run.ts';

const shell = 'type: dev.vendor.plugin.core.shell.Shell, script: x';
const log = 'type: dev.vendor.plugin.core.log.Log';

const flow = `timeout: 10s
tasks:
  - {id: build, ${shell}, outputSchema: {version: {type: STRING}}}
  - {id: tolerated, ${shell}, allow_failure: true}
  - id: gate
    ${log.replace(', ', '\n    ')}
    message: "Release {{ task_outputs.build.version }}?"
  - {id: deploy, ${shell}}
  - {id: say, ${log}, message: "deployed {{ task_outputs.build.version }}"}
errors:
  - {id: broken, ${log}, message: "{{ failure.message }}"}
finally:
  - {id: last, ${log}, message: "last {{ task_outputs.build.version }}"}
`;
const scripts = byPath({ build: { returned: '{"version": "v 1"}' }, tolerated: failing });
const planWith = (body = flow): FlowPlan => waitingAt(planOf(flowText(body)), 'gate', { kind: 'time' });

/** The segment after the wait, which takes what the first one passes on. */
async function second(ended: NonNullable<SegmentBegin['ended']>, changes: Partial<SegmentBegin> = {}) {
  const first = await runSegment(planWith(), { scripts });
  if (first.end.state !== 'WAITING') throw new Error('It does not wait');
  const { elapsed, hasWarning } = first.end;
  const begin = { from: 'gate', ended, elapsed, hasWarning, ...first.carried, ...changes };
  return runSegment(planWith(), { scripts, begin });
}

describe('a task that waits', () => {
  it('ends the segment with its texts, and nothing else runs', async () => {
    const run = await runSegment(planWith(), { scripts, secret: 'v 1' });
    expect(run.end).toEqual({
      state: 'WAITING',
      task: 'gate',
      texts: { message: 'Release ****?' },
      elapsed: 2000,
      hasWarning: true,
    });
    expect(run.tasks.map(({ path, state }) => `${path} ${state}`)).toEqual([
      'build SUCCESS',
      'tolerated FAILED',
      'gate RUNNING',
    ]);
    expect(run.carried).toEqual({ outputs: new Map([['build', new Map([['version', 'v 1']])]]) });
    expect(run.log).toEqual(['tolerated: Task tolerated failed: its script ended with status 3']);
  });

  it('is skipped by its condition', async () => {
    const body = flow.replace(
      'message: "Rel',
      'run_if: "{{ task_outputs.build.version == \'v2\' }}"\n    message: "Rel',
    );
    const { end, ended } = await runSegment(planWith(body), { scripts });
    expect(end.state).toBe('WARNING');
    expect(ended).toContain('gate SKIPPED');
  });

  it('begins the next segment after itself', async () => {
    const { end, ended, log: lines, time } = await second({ state: 'SUCCESS' });
    expect(end.state).toBe('WARNING');
    expect(ended).toEqual(['gate SUCCESS', 'deploy SUCCESS', 'say SUCCESS', 'last SUCCESS']);
    expect(lines).toEqual(['say: deployed v 1', 'last: last v 1']);
    expect(time).toBe(1);
  });

  it('fails with the reason, after which error and final tasks run', async () => {
    const { end, ended, log: lines } = await second({ state: 'FAILED', reason: 'rejected by carol: no' });
    expect(end).toMatchObject({ state: 'FAILED', reason: 'Task gate failed: rejected by carol: no' });
    expect(ended).toEqual(['gate FAILED', 'broken SUCCESS', 'last SUCCESS']);
    expect(lines).toContain('broken: Task gate failed: rejected by carol: no');
  });

  it('runs only final tasks after a stop', async () => {
    const { end, ended } = await second({ state: 'KILLED' });
    expect(end.state).toBe('KILLED');
    expect(ended).toEqual(['gate KILLED', 'last SUCCESS']);
  });

  it('leaves the flow the rest of its timeout', async () => {
    const { end, ended } = await second({ state: 'SUCCESS' }, { elapsed: 9_000 });
    expect(end).toMatchObject({
      state: 'FAILED',
      reason: "Flow tested timed out: the flow's limit of 10 s was reached",
    });
    expect(ended).toEqual(['gate SUCCESS', 'deploy SUCCESS', 'broken SUCCESS', 'last SUCCESS']);
    expect((await second({ state: 'SUCCESS' }, { elapsed: 8_900 })).end.state).toBe('WARNING');
    expect((await second({ state: 'SUCCESS' }, { elapsed: 20_000 })).ended[0]).toBe('broken SUCCESS');
  });

  it('waits in the run with a port, and its time does not count', async () => {
    const requests: WaitRequest[] = [];
    const run = async (answer: WaitAnswer) =>
      runPlan(planWith(), {
        scripts,
        waits: (clock) => ({
          async wait(request, stop) {
            requests.push(request);
            await clock.sleep(3_600_000, stop);
            return answer;
          },
        }),
      });
    const answers: readonly WaitAnswer[] = [
      { state: 'SUCCESS', outputs: new Map() },
      { state: 'FAILED', reason: 'nobody decided within 2h' },
      { state: 'KILLED' },
    ];
    const ends = [];
    for (const answer of answers) ends.push((await run(answer)).end);
    expect(ends).toMatchObject([
      { state: 'WARNING' },
      { state: 'FAILED', reason: 'Task gate failed: nobody decided within 2h' },
      { state: 'KILLED' },
    ]);
    expect(requests[0]).toMatchObject({
      path: 'gate',
      wait: { kind: 'time' },
      texts: { message: 'Release v 1?' },
      seconds: undefined,
    });
  });
});

describe('a pause', () => {
  const plan = (seconds: number): FlowPlan => waitingAt(planOf(flowText(flow)), 'gate', { kind: 'pause', seconds });

  it('stays in the segment', async () => {
    const { end, time } = await runPlan(plan(5), { scripts });
    expect([end.state, time]).toEqual(['WARNING', 8]);
  });

  it('ends at the deadline, and by a stop', async () => {
    expect((await runPlan(plan(30), { scripts })).end).toMatchObject({ state: 'FAILED' });
    const { end, ended, time } = await runPlan(plan(5), { scripts, stopAfter: 4 });
    expect([end.state, time]).toEqual(['KILLED', 4]);
    expect(ended).toContain('gate KILLED');
  });
});

describe('a loop at which a segment begins', () => {
  const loop = `tasks:
  - {id: plan, ${shell}, outputSchema: {list: {type: JSON}}}
  - id: deploy
    type: dev.vendor.plugin.core.flow.ForEach
    values: "{{ task_outputs.plan.list }}"
    tasks: [{id: push, ${shell}, outputSchema: {digest: {type: INT}}}]
    outputs: [{id: digests, type: INT, value: "{{ task_outputs.push.digest }}"}]
  - {id: say, ${log}, message: "{{ task_outputs.deploy.digests }} {{ task_outputs.deploy.succeeded }}"}
finally:
  - id: clean
    type: dev.vendor.plugin.core.flow.ForEach
    values: [1, 2]
    tasks: [{id: remove, ${shell}}]
`;
  const pushes = {
    plan: { returned: '{"list": ["a", "b", "c", "__proto__"]}' },
    'deploy[a]/push': { returned: '{"digest": 1}' },
    'deploy[c]/push': { returned: '{"digest": 3}' },
    'deploy[__proto__]/push': { returned: '{"digest": 4}' },
  };

  it('runs the items that have not succeeded, and lists all outputs', async () => {
    const plan = planOf(flowText(loop));
    const first = await runSegment(plan, { scripts: byPath({ ...pushes, 'deploy[b]/push': failing }) });
    expect(first.end.state).toBe('FAILED');
    expect([...(first.carried.items?.done.keys() ?? [])]).toEqual(['a', 'c', '__proto__']);
    const begin = { ...bareBegin, from: 'deploy', ...first.carried };
    const again = await runSegment(plan, {
      begin,
      scripts: byPath({ ...pushes, 'deploy[b]/push': { returned: '{"digest": 2}' } }),
    });
    expect(again.end.state).toBe('SUCCESS');
    expect(again.starts.map((start) => start.split(' ')[0])).toEqual([
      'deploy[b]/push',
      'clean[1]/remove',
      'clean[2]/remove',
    ]);
    expect(again.log).toEqual(['say: [1,2,3,4] 4']);
    expect(again.tasks.find(({ path }) => path === 'deploy')?.items).toEqual({ total: 4, succeeded: 4, failed: 0 });
    expect(again.carried.items).toBeUndefined();
  });

  it('passes the kept items on at once', async () => {
    const items = { task: 'deploy', done: new Map([['a', new Map([['digests', '1']])]]) };
    const { outputs } = (await runSegment(planOf(flowText(loop)), { scripts: byPath(pushes) })).carried;
    const { carried } = await runSegment(planOf(flowText(loop)), {
      begin: { ...bareBegin, from: 'deploy', outputs, items },
      scripts: () => failing,
    });
    expect(carried.items).toEqual(items);
  });
});

it('sets the outputs of tasks in blocks that share their values, and of no task after them', async () => {
  const body = `tasks:
  - id: both
    type: dev.vendor.plugin.core.flow.Sequential
    tasks: [{id: inner, ${shell}, outputSchema: {version: {type: STRING}}}]
  - {id: middle, ${shell}, allow_failure: true, outputSchema: {version: {type: STRING}}}
  - {id: say, ${log}, message: "{{ task_outputs.inner.version }} {{ task_outputs.middle.version }}."}
`;
  const returned = '{"version": "1"}';
  const plan = planOf(flowText(body));
  const { carried } = await runSegment(plan, { scripts: byPath({ inner: { returned }, middle: { returned } }) });
  const again = await runSegment(plan, { begin: { ...bareBegin, ...carried, from: 'middle' }, scripts: () => failing });
  expect(again.log.at(-1)).toBe('say: 1 .');
  expect(again.tasks.map(({ path }) => path)).toEqual(['middle', 'say']);
});

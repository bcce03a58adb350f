import { describe, expect, it } from 'vitest';
import { flowText } from '../../../support/transpile-yaml.ts';
import { byPath, failing, runVirtually } from '../../../support/virtual-run.ts';

const shell = 'type: dev.vendor.plugin.core.shell.Shell, script: x';
const log = 'type: dev.vendor.plugin.core.log.Log';
const flowTask = (kind: string) => `type: dev.vendor.plugin.core.flow.${kind}`;

describe('branches', () => {
  it('run at the same time, a few at a time and in order', async () => {
    const body = (concurrency: string) => `tasks:
  - id: verify
    ${flowTask('Parallel')}
    ${concurrency}
    tasks:
      - {id: a, ${shell}}
      - {id: b, ${shell}}
      - {id: c, ${shell}}
`;
    const scripts = byPath({ a: { seconds: 3 }, b: { seconds: 1 }, c: { seconds: 1 } });
    expect((await runVirtually(body(''), { scripts })).starts).toEqual(['verify/a 0', 'verify/b 0', 'verify/c 0']);
    const few = await runVirtually(body('concurrency: 2'), { scripts });
    expect(few.starts).toEqual(['verify/a 0', 'verify/b 0', 'verify/c 1']);
    expect(few.time).toBe(3);
    expect((await runVirtually(body('concurrency: 1'), { scripts })).time).toBe(5);
  });

  it('share the values around them: tasks after them see their outputs', async () => {
    const { end, log: lines } = await runVirtually(
      `tasks:
  - id: verify
    ${flowTask('Parallel')}
    tasks:
      - {id: count, ${shell}, outputSchema: {files: {type: INT}}}
      - id: rest
        ${flowTask('Sequential')}
        tasks:
          - {id: first, ${shell}}
          - {id: tell, ${log}, message: from inside}
  - {id: say, ${log}, message: "{{ task_outputs.count.files }}"}
`,
      { scripts: byPath({ count: { returned: '{"files": 5}' } }) },
    );
    expect(end.state).toBe('SUCCESS');
    expect(lines).toEqual(['verify/rest/tell: from inside', 'say: 5']);
  });

  const three = (settings: string) => `tasks:
  - id: verify
    ${flowTask('Parallel')}
    ${settings}
    tasks:
      - {id: quick, ${shell}}
      - {id: slow, ${flowTask('Sequential')}, tasks: [{id: long, ${shell}}, {id: later, ${shell}}]}
      - {id: last, ${shell}}
  - {id: never, ${log}, message: x}
errors:
  - {id: tell, ${log}, message: "{{ failure.task }}"}
finally:
  - {id: clean, ${log}, message: cleaning}
`;

  it('go on when one of them fails, and the block names those that failed', async () => {
    const {
      end,
      ended,
      log: lines,
    } = await runVirtually(three(''), {
      scripts: byPath({ quick: failing, long: { seconds: 5 }, later: failing }),
    });
    expect(end.reason).toBe('Task verify failed: 2 of 3 branches failed: quick, slow');
    expect(ended).toEqual([
      'verify/quick FAILED',
      'verify/last SUCCESS',
      'verify/slow/long SUCCESS',
      'verify/slow/later FAILED',
      'verify/slow FAILED',
      'verify FAILED',
      'tell SUCCESS',
      'clean SUCCESS',
    ]);
    expect(lines).toContain('tell: verify');
  });

  it('are stopped by a failure with fail_fast, and further ones never start', async () => {
    const { end, ended, time } = await runVirtually(three('fail_fast: true\n    concurrency: 2'), {
      scripts: byPath({ quick: failing, long: { seconds: 5 } }),
    });
    expect(end).toMatchObject({
      state: 'FAILED',
      reason: 'Task verify failed: 1 of 3 branches failed: quick',
    });
    expect(time).toBe(1);
    expect(ended.slice(0, 4)).toEqual([
      'verify/quick FAILED',
      'verify/slow/long KILLED',
      'verify/slow KILLED',
      'verify FAILED',
    ]);
  });

  it('all end with a stop, also instead of a failure, and the final tasks run once', async () => {
    const { end, ended, time } = await runVirtually(three('retry: {max_attempt: 3, interval: 1s}'), {
      scripts: byPath({ quick: failing, long: { seconds: 5 }, last: { seconds: 9 } }),
      stopAfter: 2,
    });
    expect(end.state).toBe('KILLED');
    expect(time).toBe(2);
    expect(ended.slice(1)).toEqual([
      'verify/slow/long KILLED',
      'verify/last KILLED',
      'verify/slow KILLED',
      'verify KILLED',
      'clean SUCCESS',
    ]);
  });

  it('end with a stop of the tasks only after the final tasks of the flows that they call', async () => {
    const called = flowText(`tasks: [{id: work, ${shell}}]\nfinally: [{id: tidy, ${shell}}, {id: sweep, ${shell}}]\n`);
    const { end, ended, time } = await runVirtually(
      `tasks:
  - id: verify
    ${flowTask('Parallel')}
    tasks:
      - {id: call, ${flowTask('Subflow')}, namespace: tests, flowId: called}
      - {id: slow, ${shell}}
`,
      {
        others: [called.replace('id: tested', 'id: called')],
        scripts: byPath({ slow: { seconds: 20 }, tidy: { seconds: 4 }, sweep: { seconds: 4 } }),
        stopAfter: 3,
        stops: 'tasks',
      },
    );
    expect(end.state).toBe('KILLED');
    expect(time).toBe(9);
    expect(ended).toEqual([
      'verify/call/work SUCCESS',
      'verify/slow KILLED',
      'verify/call/tidy SUCCESS',
      'verify/call/sweep SUCCESS',
      'verify/call SUCCESS',
      'verify KILLED',
    ]);
  });

  it('of a final task end with the first stop, and the next final task runs', async () => {
    const { end, ended } = await runVirtually(
      `tasks: [{id: work, ${log}, message: x}]
finally:
  - {id: both, ${flowTask('Parallel')}, tasks: [{id: a, ${shell}}, {id: b, ${shell}}]}
  - {id: last, ${shell}}
`,
      { scripts: byPath({ a: { seconds: 9 }, b: { seconds: 9 } }), stopAfter: 2 },
    );
    expect(end.state).toBe('KILLED');
    expect(ended).toEqual(['work SUCCESS', 'both/a KILLED', 'both/b KILLED', 'both KILLED', 'last SUCCESS']);
  });

  it('fail with the timeout of their block, whatever failed inside', async () => {
    const { end, ended } = await runVirtually(three('timeout: 3s'), {
      scripts: byPath({ long: { seconds: 9 }, last: { seconds: 2 } }),
    });
    expect(end.reason).toBe('Task verify timed out after 3 s');
    expect(ended).toContain('verify/last SUCCESS');
    expect(ended).toContain('verify/slow/long FAILED');
  });

  it('are tolerated as a whole, and a failure that is tolerated inside is none', async () => {
    const tolerated = await runVirtually(three('allow_failure: true').replace('message: x', 'message: next'), {
      scripts: byPath({ quick: failing }),
    });
    expect(tolerated.end.state).toBe('WARNING');
    expect(tolerated.log).toContain('verify: Task verify failed: 1 of 3 branches failed: quick');
    expect(tolerated.log).toContain('never: next');
    const inside = await runVirtually(three('').replace('{id: quick,', '{id: quick, allow_failure: true,'), {
      scripts: byPath({ quick: failing }),
    });
    expect(inside.end.state).toBe('WARNING');
    expect(inside.ended).toContain('verify SUCCESS');
  });

  it('are repeated whole by a retry', async () => {
    let runs = 0;
    const { end, starts, tasks } = await runVirtually(three('retry: {max_attempt: 2, interval: 1s}'), {
      scripts: ({ path }) => (path.endsWith('quick') && runs++ === 0 ? failing : undefined),
    });
    expect(end.state).toBe('SUCCESS');
    expect(starts.filter((start) => start.startsWith('verify/last'))).toHaveLength(2);
    expect(tasks[0]?.attempts?.map(({ state }) => state)).toEqual(['FAILED', 'SUCCESS']);
  });

  it('have folders of their own, and different workspaces of the same worker group', async () => {
    const { places } = await runVirtually(`tasks:
  - id: verify
    ${flowTask('Parallel')}
    workspace: own
    tasks:
      - {id: a, ${shell}}
      - {id: b, ${shell}, worker_group: bench}
      - {id: c, ${shell}, worker_group: bench}
`);
    const [outermost, ...others] = places;
    expect(outermost).toEqual({ workerGroup: undefined, keeps: false, number: 1 });
    expect(others).toEqual([
      { workerGroup: undefined, keeps: false, number: 1, folder: 1 },
      { workerGroup: undefined, keeps: false, number: 1, folder: 2 },
      { workerGroup: undefined, keeps: false, number: 1, folder: 3 },
      { workerGroup: 'bench', keeps: false, number: 1 },
      { workerGroup: 'bench', keeps: false, number: 2 },
    ]);
  });

  it('end before a defect of the engine does', async () => {
    const ended: string[] = [];
    const run = runVirtually(three(''), {
      scripts: ({ path }) => {
        if (path.endsWith('quick')) throw new TypeError('a defect');
        ended.push(path);
        return undefined;
      },
    });
    await expect(run).rejects.toThrow('a defect');
    expect(ended).toEqual(['verify/last', 'verify/slow/long']);
  });
});

describe('choices and sequences', () => {
  it('run the tasks that apply, or none', async () => {
    const body = (region: string) => `variables: {REGION: ${region}}
tasks:
  - id: ship
    ${flowTask('If')}
    condition: "{{ variables.REGION == 'eu' }}"
    then: [{id: go, ${log}, message: go}]
    else: [{id: stay, ${log}, message: stay}]
  - id: target
    ${flowTask('Switch')}
    value: "{{ variables.REGION }}"
    cases: {eu: [{id: east, ${log}, message: east}], us: [{id: west, ${log}, message: west}]}
`;
    expect((await runVirtually(body('eu'))).log).toEqual(['ship/go: go', 'target/east: east']);
    const none = await runVirtually(body('asia'));
    expect(none.ended).toEqual(['ship/stay SUCCESS', 'ship SUCCESS', 'target SUCCESS']);
  });

  it('fail with the failure of the task inside', async () => {
    const { end, ended } = await runVirtually(
      `tasks:
  - id: outer
    ${flowTask('Sequential')}
    tasks:
      - {id: first, ${shell}}
      - {id: second, ${shell}}
`,
      { scripts: byPath({ first: failing }) },
    );
    expect(end.reason).toBe('Task first failed: its script ended with status 3');
    expect(ended).toEqual(['outer/first FAILED', 'outer FAILED']);
  });
});

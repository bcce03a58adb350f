import { describe, expect, it } from 'vitest';
import { FlowRun, type RunEnd } from '../../../../src/engines/local/interpreter/flow-run.ts';
import type { Script, ScriptEnd, TaskChange } from '../../../../src/engines/local/interpreter/run-ports.ts';
import { planFlow } from '../../../../src/language/execution-plan/plan-flow.ts';
import { searchesAtOnce } from '../../../../src/language/expressions/search-at-once.ts';
import { flowOf, flowText, taskTypes } from '../../../support/transpile-yaml.ts';

const shell = 'type: dev.vendor.plugin.core.shell.Shell';
const log = 'type: dev.vendor.plugin.core.log.Log';

interface Ran {
  readonly end: RunEnd;
  readonly states: readonly string[];
  readonly log: string;
  readonly waits: readonly number[];
}

/** Runs a flow whose scripts end as `endOf` says, in a time that passes only in pauses. */
async function run(
  body: string,
  endOf: (script: Script, run: FlowRun) => ScriptEnd | undefined = () => undefined,
  called = '',
): Promise<Ran> {
  const { plan } = planFlow(flowOf(flowText(body)), undefined, {
    taskTypes,
    settings: { vendor: 'vendor', prefix: 'VENDOR' },
    subflow: () => ({ flow: flowOf(flowText(called)), revision: 1 }),
  });
  const states: string[] = [];
  const waits: number[] = [];
  let text = '';
  let now = 1_700_000_000_000;
  const flow: FlowRun = new FlowRun(plan, {
    runner: {
      prepare: async () => undefined,
      remove: async () => undefined,
      workspace: ({ workerGroup }) => `/workspaces/${workerGroup ?? 'main'}`,
      attempt: async (script, stop) => {
        const end = endOf(script, flow);
        return stop.aborted ? { kind: 'stopped' } : (end ?? { kind: 'ended', status: 0 });
      },
      fetch: async () => ({ kind: 'fetched' }),
      keep: async () => undefined,
    },
    clock: {
      now: () => now,
      sleep: async (milliseconds) => {
        waits.push(milliseconds);
        now += milliseconds;
      },
    },
    report: {
      task: ({ path, state }: TaskChange) => void states.push(`${path} ${state}`),
      log: (line) => void (text += line),
    },
    searches: searchesAtOnce,
    random: () => 0.5,
    mask: (value) => value.replaceAll('my secret', '****'),
  });
  const end = await flow.run(new Map());
  return { end, states, log: text, waits };
}

const failed: ScriptEnd = { kind: 'ended', status: 7 };

describe('a run', () => {
  it('runs tasks in order and returns outputs', async () => {
    const {
      end,
      states,
      log: text,
    } = await run(
      `variables: {NAME: Ada}
tasks:
  - {id: greet, ${log}, message: "Hello {{ variables.NAME }}"}
  - {id: measure, ${shell}, commands: [x], outputSchema: {files: {type: INT}}}
outputs:
  - {id: count, type: INT, value: "{{ task_outputs.measure.files }}"}
`,
      () => ({ kind: 'ended', status: 0, returned: 'noise\n{"files": 3}\n' }),
    );
    expect(end).toEqual({ state: 'SUCCESS', outputs: new Map([['count', '3']]) });
    expect(states).toEqual(['greet RUNNING', 'greet SUCCESS', 'measure RUNNING', 'measure SUCCESS']);
    expect(text).toBe('Hello Ada\n');
  });

  it('retries with growing pauses', async () => {
    let attempts = 0;
    const {
      end,
      waits,
      log: text,
    } = await run(
      `tasks:
  - {id: knock, ${shell}, commands: [x], retry: {type: exponential, max_attempt: 4, interval: 1s, delay_factor: 3}}
`,
      () => (++attempts < 4 ? failed : undefined),
    );
    expect(end.state).toBe('SUCCESS');
    expect(waits).toEqual([1000, 3000, 9000]);
    expect(text).toContain('Task knock failed: its script ended with status 7. Attempt 2 of 4 starts in 1000 ms.\n');
  });

  it('runs errors after a failure, and finally always', async () => {
    const { end, states } = await run(
      `tasks:
  - {id: build, ${shell}, commands: [x]}
  - {id: never, ${log}, message: x}
errors:
  - {id: tell, ${log}, message: x}
finally:
  - {id: clean, ${log}, message: x}
`,
      () => failed,
    );
    expect(end).toMatchObject({ state: 'FAILED', reason: 'Task build failed: its script ended with status 7' });
    expect(states.filter((state) => !state.includes('RUNNING'))).toEqual([
      'build FAILED',
      'tell SUCCESS',
      'clean SUCCESS',
    ]);
  });

  it('is a warning if the failure is allowed', async () => {
    const { end } = await run(
      `tasks:
  - {id: build, ${shell}, commands: [x], allow_failure: true}
  - {id: next, ${log}, message: x}
`,
      () => failed,
    );
    expect(end.state).toBe('WARNING');
  });

  it('runs only final tasks after a stop, and the second stop ends these', async () => {
    const stopping = (script: Script, flow: FlowRun): undefined => {
      if (script.path === 'build' || script.path === 'first') flow.stop();
      return undefined;
    };
    const { end, states } = await run(
      `tasks:
  - {id: build, ${shell}, commands: [x]}
errors:
  - {id: tell, ${log}, message: x}
finally:
  - {id: first, ${shell}, commands: [x]}
  - {id: second, ${shell}, commands: [x]}
`,
      stopping,
    );
    expect(end.state).toBe('KILLED');
    expect(states).toEqual(['build RUNNING', 'build KILLED', 'first RUNNING', 'first KILLED']);
  });

  it('goes on with the final tasks if the first stop comes while they run', async () => {
    const { end, states } = await run(
      `tasks:
  - {id: build, ${log}, message: x}
finally:
  - {id: first, ${shell}, commands: [x]}
  - {id: second, ${shell}, commands: [x]}
`,
      (script, flow) => (script.path === 'first' ? (flow.stop(), undefined) : undefined),
    );
    expect(end.state).toBe('KILLED');
    expect(states.slice(2)).toEqual(['first RUNNING', 'first KILLED', 'second RUNNING', 'second SUCCESS']);
  });

  const stoppingTasks = (script: Script, flow: FlowRun): undefined => {
    if (script.path.endsWith('clean')) flow.stopTasks();
    return undefined;
  };

  it('ends as its tasks did if only they are stopped, and its final tasks run', async () => {
    const { end, states } = await run(
      `tasks:
  - {id: build, ${log}, message: x}
finally:
  - {id: clean, ${shell}, commands: [x]}
  - {id: second, ${shell}, commands: [x]}
`,
      stoppingTasks,
    );
    expect(end.state).toBe('SUCCESS');
    expect(states.slice(2)).toEqual(['clean RUNNING', 'clean SUCCESS', 'second RUNNING', 'second SUCCESS']);
  });

  it('is stopped once the final tasks of a called flow have ended', async () => {
    const { end, states } = await run(
      `tasks:
  - {id: call, type: dev.vendor.plugin.core.flow.Subflow, namespace: examples, flowId: called}
  - {id: never, ${log}, message: x}
finally:
  - {id: last, ${log}, message: x}
`,
      stoppingTasks,
      `tasks:
  - {id: build, ${log}, message: x}
finally:
  - {id: clean, ${shell}, commands: [x]}
  - {id: second, ${shell}, commands: [x]}
`,
    );
    expect(end.state).toBe('KILLED');
    expect(states.filter((state) => !state.includes('RUNNING'))).toEqual([
      'call/build SUCCESS',
      'call/clean SUCCESS',
      'call/second SUCCESS',
      'call SUCCESS',
      'last SUCCESS',
    ]);
  });

  describe('names the limit that ended a task', () => {
    const late = (): ScriptEnd => ({ kind: 'timed-out' });
    const flowLimit = "Flow tested timed out: the flow's limit of 5 s was reached";
    const calling = (limits: string) =>
      `${limits}tasks:\n  - {id: call, type: dev.vendor.plugin.core.flow.Subflow, namespace: examples, flowId: called}\n`;
    const called = (limit: string) => `tasks:\n  - {id: slow, ${shell}, ${limit}commands: [x]}\n`;

    it.each([
      ["the task's own", `timeout: 5s\n${called('timeout: 3s, ')}`, 'Task slow timed out after 3 s'],
      ["the flow's, if the task's own is longer", `timeout: 5s\n${called('timeout: 9s, ')}`, flowLimit],
      ["the flow's, if the task has none", `timeout: 5s\n${called('')}`, flowLimit],
      ["the calling flow's", calling('timeout: 5s\n'), flowLimit],
      ["the calling task's", calling('').replace('flowId', 'timeout: 3s, flowId'), 'Task call timed out after 3 s'],
    ])('%s', async (_name, body, reason) => {
      expect((await run(body, late, called('timeout: 9s, '))).end).toMatchObject({ state: 'FAILED', reason });
    });

    it('that of final tasks', async () => {
      const { log: text } = await run(
        `tasks:\n  - {id: a, ${log}, message: x}\nfinally:\n  - {id: slow, ${shell}, timeout: 1h, allow_failure: true, commands: [x]}\n`,
        late,
      );
      expect(text).toContain('The tasks of finally were cut off at their limit of 600 s\n');
    });
  });

  it('fails a task whose text would be too large with its values', async () => {
    const large = 'x'.repeat(60_000);
    const { end, states } = await run(
      `variables: {LARGE: ${large}}\ntasks: [{id: say, ${log}, message: "${'{{ variables.LARGE }}'.repeat(6_000)}"}]\n`,
    );
    expect(end).toMatchObject({
      state: 'FAILED',
      reason: 'Task say failed: its text must have at most 1 MiB with its values',
    });
    expect(states).toEqual(['say RUNNING', 'say FAILED']);
  });

  it('tells error and final tasks the reason in one line of at most 1,000 characters, masked before it is cut', async () => {
    const long = `${'x'.repeat(960)} my secret ${'y'.repeat(27)}\u{1F600}`;
    const { log: text } = await run(
      `tasks: [{id: fails, ${shell}, commands: [x], allow_failure: true}, {id: last, ${shell}, commands: [x]}]
errors: [{id: tell, ${log}, message: "<{{ failure.task }}|{{ failure.message }}>"}]
`,
      ({ path }) => ({ kind: 'failed', message: path === 'last' ? `a\nb ${long} end` : 'tolerated' }),
    );
    const reason = `Task last failed: a b ${long.replace('my secret', '****')}`;
    expect(text).toContain(`<last|${reason.slice(0, 1000).replace(/\p{Cs}$/u, '')}...>`);
    expect(text).not.toMatch(/\p{Cs}/u);
  });
});

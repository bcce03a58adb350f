import { basename } from 'node:path';
import { describe, expect, it } from 'vitest';
import { flow, log, subflow } from '../offline-flows/flow-folder.ts';
import { casesOf, failuresOf, outcomesOf, resultOf } from './suite-folder.ts';

const shell = 'type: dev.vendor.plugin.core.shell.Shell';
const greet = 'type: dev.vendor.plugin.example.Greet';

const report = flow(
  'main',
  `inputs: [{id: drive, type: STRING, max_length: 8}]
tasks:
  - {id: measure, ${shell}, commands: ['ls {{ inputs.drive }}'], outputSchema: {files: {type: INT}}, retry: {max_attempt: 3, interval: 10s}}
  - {id: say, ${log}, message: "{{ task_outputs.measure.files }} files in {{ inputs.drive }}"}
  - {id: alarm, ${shell}, commands: [x], run_if: "task_outputs.measure.files > 100"}
errors:
  - {id: tell, ${shell}, commands: [x]}
finally:
  - {id: clean, ${shell}, commands: [x]}
outputs:
  - {id: count, type: INT, value: "{{ task_outputs.measure.files }}"}
`,
);

describe('a case', () => {
  it('passes if all is as expected', async () => {
    const cases = `  - name: counts
    inputs: {drive: d1}
    mocks:
      measure: {outputs: {files: 3}, log: "measuring\\nd1"}
      clean: {artifacts: {logs/a.txt: hello}}
    expect:
      state: SUCCESS
      tasks: {measure: SUCCESS, say: {log: 3 files in d1}, alarm: SKIPPED, tell: NOT_RUN}
      outputs: {count: 3}
      log: [3 files in d1, {matches: ^meas}, "measuring\\nd1"]
      artifacts: [logs/a.txt, {path: logs/a.txt, content: hello}]
  - name: needs no expectation
    inputs: {drive: d1}
    mocks: {measure: {outputs: {files: 3}}, clean: {}}
`;
    expect(outcomesOf(await casesOf(report, cases))).toEqual(['passed', 'passed']);
  });

  it('has the same execution each time, and shows what failed', async () => {
    const failing = flow(
      'main',
      `tasks: [{id: work, ${shell}, commands: [x]}]
errors: [{id: tell, ${log}, message: "{{ failure.task }}: {{ failure.message }}"}]
finally: [{id: where, ${log}, message: "{{ execution.id }} {{ execution.url }}"}]
`,
    );
    const zeros = '0'.repeat(26);
    const cases = `  - name: fails
    mocks: {work: {state: FAILED}}
    expect:
      state: FAILED
      tasks:
        tell: {log: "work: Task work failed: its script ended with status 1"}
        where: {log: "${zeros} https://flowgate.example/ui/executions/${zeros}"}
`;
    expect(outcomesOf(await casesOf(failing, cases))).toEqual(['passed']);
  });

  it('says what differs, and where the expectation is', async () => {
    const [result] = await casesOf(
      report,
      `  - name: counts
    inputs: {drive: d1}
    mocks: {measure: {outputs: {files: 3}}, clean: {}}
    expect:
      state: FAILED
      reason: boom
      tasks:
        measure: {state: FAILED, attempts: 2, log: x}
        tell: SUCCESS
      outputs: {count: 4}
      log: 4 files in d1
      artifacts: [a.txt]
`,
    );
    expect(result?.outcome).toBe('failed');
    expect(result?.failures.map(({ place, what, expected, found }) => [place.line, what, expected, found])).toEqual([
      [6, 'state', 'FAILED', 'SUCCESS'],
      [7, 'reason', '"boom"', 'no reason'],
      [9, 'task measure', 'FAILED', 'SUCCESS'],
      [9, 'attempts of measure', '2', '1'],
      [9, 'log of measure', '"x"', 'an empty log'],
      [10, 'task tell', 'SUCCESS', 'NOT_RUN'],
      [11, 'output count', '4', '3'],
      [12, 'log', '"4 files in d1"', 'no such line'],
      [13, 'artifact a.txt', 'a file', 'no artifacts'],
    ]);
    expect(result?.log).toEqual(['3 files in d1']);
  });

  it('fails at a task without a mock, which does not run', async () => {
    const [result, second] = await casesOf(
      report,
      `  - name: forgets measure
    inputs: {drive: d1}
    mocks: {tell: {}, clean: {}}
    expect: {state: FAILED}
  - name: forgets clean
    inputs: {drive: d1}
    mocks: {measure: {outputs: {files: 3}}}
`,
    );
    expect(result && failuresOf(result)).toEqual([
      '2 The task measure was reached, but the case has no mock of it; add one, or "runs: true"',
    ]);
    expect(second && failuresOf(second)).toEqual([
      '6 The task clean was reached, but the case has no mock of it; add one, or "runs: true"',
    ]);
  });

  it('says why a task was reached that needs a mock', async () => {
    const [result] = await casesOf(
      report,
      `  - name: returns too little
    inputs: {drive: d1}
    mocks: {measure: {}}
`,
    );
    expect(result && failuresOf(result)).toEqual([
      '2 The task tell was reached, but the case has no mock of it; add one, or "runs: true"',
      '2 Before it: Task measure failed: it did not print a JSON object with the fields files',
    ]);
  });

  it('fails if a mock is not used, unless it is optional', async () => {
    const cases = await casesOf(
      report,
      `  - name: mocks too much
    inputs: {drive: d1}
    mocks: {measure: {outputs: {files: 3}}, clean: {}, tell: {}}
  - name: may
    inputs: {drive: d1}
    mocks: {measure: {outputs: {files: 3}}, clean: {}, tell: {optional: true}}
`,
    );
    expect(outcomesOf(cases)).toEqual([
      'failed; 4 The task tell was never reached, so its mock was not used; remove it, or add "optional: true"',
      'passed',
    ]);
  });

  it('checks mocked outputs as real ones', async () => {
    const [result] = await casesOf(
      report,
      `  - name: returns text
    inputs: {drive: d1}
    mocks: {measure: {outputs: {files: many}}, tell: {}, clean: {}}
    expect: {reason: 'Task measure failed: its field files is not of the type INT'}
`,
    );
    expect(result).toMatchObject({ outcome: 'passed' });
  });

  it('retries without waiting', async () => {
    const cases = await casesOf(
      report,
      `  - name: third time lucky
    inputs: {drive: d1}
    mocks: {measure: {attempts: [{state: FAILED, log: busy}, {state: FAILED}, {outputs: {files: 1}}]}, clean: {}}
    expect: {tasks: {measure: {attempts: 3, log: [busy, {matches: Attempt 3 of 3 starts in 10000 ms}]}}, outputs: {count: 1}}
  - name: never
    inputs: {drive: d1}
    mocks: {measure: {state: FAILED}, tell: {}, clean: {}}
    expect:
      reason: 'Task measure failed: its script ended with status 1'
      tasks: {measure: {state: FAILED, attempts: 3}, tell: SUCCESS, clean: SUCCESS}
`,
    );
    expect(outcomesOf(cases)).toEqual(['passed', 'passed']);
  });

  it('reaches time limits in virtual time', async () => {
    const text = flow(
      'main',
      `timeout: 1h
tasks:
  - {id: quick, ${shell}, commands: [x], timeout: 30s, allow_failure: true}
  - {id: slow, ${shell}, commands: [x]}
  - {id: late, ${shell}, commands: [x]}
`,
    );
    const cases = await casesOf(
      text,
      `  - name: in time
    mocks: {quick: {takes: 30s}, slow: {takes: 20m}, late: {takes: 39m}}
  - name: task too slow
    mocks: {quick: {takes: 31s}, slow: {}, late: {}}
    expect: {state: WARNING, tasks: {quick: {state: FAILED, log: Task quick timed out after 30 s}}}
  - name: flow too slow
    mocks: {quick: {}, slow: {takes: 59m}, late: {takes: 2m}}
    expect: {reason: {matches: "the flow's limit of 3600 s"}, tasks: {late: FAILED}}
`,
    );
    expect(outcomesOf(cases)).toEqual(['passed', 'passed', 'passed']);
  });

  it('can stop the execution', async () => {
    const [result] = await casesOf(
      report,
      `  - name: stopped
    inputs: {drive: d1}
    mocks: {measure: {state: KILLED}, clean: {}}
    expect: {state: KILLED, tasks: {measure: KILLED, tell: NOT_RUN, clean: SUCCESS}}
`,
    );
    expect(result && failuresOf(result)).toEqual([]);
  });

  it('can expect that values are rejected', async () => {
    const cases = await casesOf(
      report,
      `  - name: expects it
    inputs: {drive: much-too-long}
    expect: {problems: [{input: drive, message: {matches: at most 8}}]}
  - name: does not
    inputs: {drive: much-too-long}
  - name: expects it in vain
    inputs: {drive: d1}
    mocks: {measure: {outputs: {files: 3}}, clean: {}}
    expect: {problems: [{input: drive}]}
  - name: expects another
    inputs: {drives: d1}
    expect: {problems: [{input: drives}, {input: depth}]}
`,
    );
    expect(cases.map(({ outcome }) => outcome)).toEqual(['passed', 'failed', 'failed', 'failed']);
    expect(cases.slice(1).flatMap(failuresOf)).toEqual([
      expect.stringMatching(/^5 state: SUCCESS, rejected: drive: .*at most 8/),
      '10 input drive: rejected, the flow ran',
      expect.stringMatching(/^13 input depth: rejected, input drive: .*; input drives: /),
    ]);
  });

  it('knows checks of the flow', async () => {
    const text = flow(
      'main',
      `inputs: [{id: n, type: INT}]
checks:
  - {condition: "inputs.n < 10", message: "Too many: {{ inputs.n }}"}
  - {condition: "inputs.n > 0", message: Nothing to do, behavior: FAIL_EXECUTION}
tasks: [{id: say, ${log}, message: "{{ inputs.n }}"}]
`,
    );
    const cases = await casesOf(
      text,
      `  - name: blocks
    inputs: {n: 12}
    expect: {problems: [{check: "Too many: 12"}]}
  - name: fails
    inputs: {n: 0}
    expect: {reason: Nothing to do, tasks: {say: NOT_RUN}}
`,
    );
    expect(outcomesOf(cases)).toEqual(['passed', 'passed']);
  });

  it('masks secrets in its log', async () => {
    const text = flow(
      'main',
      `inputs: [{id: token, type: SECRET}]
tasks: [{id: login, ${shell}, commands: ['login "{{ inputs.token }}"']}]
`,
    );
    const [result] = await casesOf(
      text,
      '  - {name: a, inputs: {token: topsecret99}, mocks: {login: {log: I got topsecret99}}, expect: {log: x}}\n',
    );
    expect(result?.log).toEqual(['I got ****']);
  });

  it('names the seed of random pauses', async () => {
    const text = flow(
      'main',
      `tasks: [{id: a, ${shell}, commands: [x], retry: {type: random, interval: 1s, max_interval: 9s}}]\n`,
    );
    const cases = '  - {name: a, mocks: {a: {state: FAILED}}, expect: {log: x}}\n';
    const [first] = await casesOf(text, cases);
    const [again] = await casesOf(text, cases);
    expect(first?.seed).toBe(1);
    expect(again?.log).toEqual(first?.log);
    const other = await resultOf(`cases:\n${cases}`, { 'main.yaml': text }, { seed: 2 });
    expect(other.cases[0]?.log).not.toEqual(first?.log);
  });
});

describe('a subflow', () => {
  const child = flow(
    'child',
    `inputs: [{id: tag, type: STRING}]
tasks:
  - {id: image, ${shell}, commands: ['build {{ inputs.tag }}'], outputSchema: {name: {type: STRING}}}
  - {id: done, ${log}, message: done}
outputs: [{id: name, type: STRING, value: "{{ task_outputs.image.name }}"}]
`,
  );
  const main = flow(
    'main',
    `tasks:
  - {id: build, ${subflow}, namespace: tests, flowId: child, inputs: {tag: v1}, outputSchema: {name: {type: STRING}}}
  - {id: say, ${log}, message: "built {{ task_outputs.build.name }}"}
`,
  );

  it('runs with mocks of its tasks', async () => {
    const cases = await casesOf(
      main,
      `  - name: inner
    mocks: {build/image: {outputs: {name: img}, log: building}}
    expect: {tasks: {build: {state: SUCCESS, log: [building, done]}, build/done: SUCCESS, say: {log: built img}}}
`,
      { 'below/child.yaml': child },
    );
    expect(outcomesOf(cases)).toEqual(['passed']);
  });

  it('can be mocked as one task, even if it does not exist', async () => {
    const cases = `  - name: whole
    mocks: {build: {outputs: {name: img}}}
    expect: {tasks: {build: SUCCESS, say: {log: built img}}}
  - name: fails
    mocks: {build: {state: FAILED}}
    expect: {reason: 'Task build failed: the called flow failed'}
`;
    expect(outcomesOf(await casesOf(main, cases))).toEqual(['passed', 'passed']);
    expect(outcomesOf(await casesOf(main, cases, { 'child.yaml': child }))).toEqual(['passed', 'passed']);
  });

  it('must be mocked if it is not found', async () => {
    expect(outcomesOf(await casesOf(main, '  - name: forgets it\n'))).toEqual([
      'failed; 2 The task build calls a flow that was not found; mock it, or add the flow to "flows"',
    ]);
  });
});

describe('a test file', () => {
  it('names its flow and those that it calls', async () => {
    const files = {
      'flows/one.yaml': flow('one', `tasks: [{id: call, ${subflow}, namespace: tests, flowId: two}]\n`),
      'common/two.yaml': flow('two', `tasks: [{id: say, ${log}, message: hello}]\n`),
    };
    const {
      cases,
      flow: tested,
      paths,
    } = await resultOf('flow: flows/one.yaml\nflows: common\ncases: [{name: a, expect: {log: hello}}]\n', files);
    expect(outcomesOf(cases)).toEqual(['passed']);
    expect(tested).toMatchObject({ namespace: 'tests', id: 'one' });
    expect(paths.map((path) => basename(path))).toEqual(['main.test.yaml', 'one.yaml', 'two.yaml']);
  });

  it('has mocks and inputs for all cases', async () => {
    const { cases } = await resultOf(
      `inputs: {drive: d1}
mocks: {measure: {outputs: {files: 3}}, clean: {}, tell: {}}
cases:
  - {name: a, expect: {outputs: {count: 3}}}
  - {name: b, inputs: {drive: d2}, mocks: {measure: {outputs: {files: 4}}}, expect: {outputs: {count: 4}, log: 4 files in d2}}
`,
      { 'main.yaml': report },
    );
    expect(outcomesOf(cases)).toEqual(['passed', 'passed']);
  });

  it('is rejected if it does not fit its flow', async () => {
    const { problems, isUsable, cases } = await resultOf(
      `mocks: {mesure: {}}
cases:
  - name: a
    files: {drive: a.csv}
    mocks: {measure: {outputs: {file: 3}}, say: {}}
    expect: {tasks: {cleen: SUCCESS}, outputs: {cuont: 1}}
  - {name: b, expect: {tasks: {alarm/x: SUCCESS}}}
`,
      { 'main.yaml': report },
    );
    expect(isUsable).toBe(false);
    expect(cases).toEqual([]);
    expect(problems).toHaveLength(1);
    expect(problems[0]?.problems.map(({ line, column, code, message }) => [line, column, code, message])).toEqual([
      [1, 9, 'unknown-reference', 'The flow has no task "mesure". Did you mean "measure"?'],
      [4, 13, 'unknown-reference', 'The flow has no file input "drive".'],
      [
        5,
        13,
        'undeclared-output',
        'The task "measure" does not declare the field "file" in its outputSchema. Did you mean "files"?',
      ],
      [5, 44, 'invalid-value', 'The task "say" only prints a message; it always runs and cannot be mocked.'],
      [6, 22, 'unknown-reference', 'The flow has no task "cleen". Did you mean "clean"?'],
      [6, 49, 'unknown-reference', 'The flow has no output "cuont". Did you mean "count"?'],
      [7, 32, 'unknown-reference', 'The flow has no task "alarm/x". Did you mean "alarm"?'],
    ]);
  });

  it('can expect errors of its flow', async () => {
    const broken = flow('main', `tasks: [{id: say, ${log}, mesage: hello}]\n`);
    const text = `cases:
  - {name: expected, expect: {problems: [{code: unknown-property, message: {matches: Did you mean}}]}}
  - {name: other, expect: {problems: [{code: duplicate-id}]}}
`;
    const { problems, cases } = await resultOf(text, { 'main.yaml': broken });
    expect(problems).toEqual([]);
    expect(cases.map(({ outcome }) => outcome)).toEqual(['passed', 'failed']);
    const mixed = await resultOf(`${text}  - name: runs\n`, { 'main.yaml': broken });
    expect(mixed.cases.map(({ outcome }) => outcome)).toEqual(['passed', 'failed', 'error']);
    expect(mixed.problems.map(({ file }) => file)).toEqual(['main.yaml']);
  });

  it.each([
    ['without its flow', 'cases: [{name: a}]\n', {}, '1:1 The flow main.yaml was not found.'],
    ['with a flow that is a folder', 'flow: .\ncases: [{name: a}]\n', {}, '1:7 The flow'],
    [
      'with called flows that are missing',
      'flows: none\ncases: [{name: a}]\n',
      { 'main.yaml': flow('main', `tasks: [{id: call, ${subflow}, namespace: tests, flowId: child}]\n`) },
      '1:8 Cannot read',
    ],
    ['that is not YAML', 'cases: [', { 'main.yaml': report }, '1:9 '],
  ])('%s cannot be used', async (_, text, files, problem) => {
    const { isUsable, cases, problems } = await resultOf(text, files);
    expect({ isUsable, cases }).toEqual({ isUsable: false, cases: [] });
    const [found] = problems.flatMap((each) => each.problems);
    expect(`${found?.line}:${found?.column} ${found?.message}`).toContain(problem);
  });

  it('can mock what runs on Jenkins only', async () => {
    const text = flow('main', `tasks: [{id: hi, ${greet}, name: Ada}]\n`);
    expect(outcomesOf(await casesOf(text, '  - {name: a, mocks: {hi: {log: hello}}, expect: {log: hello}}\n'))).toEqual(
      ['passed'],
    );
    const real = await resultOf('cases: [{name: a, mocks: {hi: {runs: true}}}]\n', { 'main.yaml': text });
    expect(real.problems[0]?.problems).toMatchObject([{ message: 'The task "hi" runs on Jenkins only; mock it.' }]);
  });

  it('tests a disabled flow', async () => {
    const text = flow('main', `disabled: true\ntasks: [{id: say, ${log}, message: hello}]\n`);
    expect(outcomesOf(await casesOf(text, '  - name: a\n'))).toEqual(['passed']);
  });

  it('passes files to FILE inputs', async () => {
    const text = flow(
      'main',
      `inputs: [{id: data, type: FILE, allowed_extensions: [.csv]}]
tasks: [{id: say, ${log}, message: "{{ inputs.data }}"}]
`,
    );
    const cases = await casesOf(
      text,
      `  - {name: a, files: {data: data/a.csv}, expect: {log: {matches: a.csv$}}}
  - {name: b, files: {data: data/b.txt}, expect: {problems: [{input: data}]}}
  - {name: c, files: {data: data/none.csv}}
`,
      { 'data/a.csv': 'x', 'data/b.txt': 'x' },
    );
    expect(cases.map(({ outcome }) => outcome)).toEqual(['passed', 'passed', 'error']);
  });
});

import { expect, test } from 'vitest';
import { flow, log } from '../offline-flows/flow-folder.ts';
import { casesOf, outcomesOf, resultOf } from './suite-folder.ts';

const type = (name: string) => `type: dev.vendor.plugin.core.flow.${name}`;

const release = flow(
  'main',
  `timeout: 1h
tasks:
  - {id: release, ${type('Approval')}, message: "Go?", timeout: 48h, inputs: [{id: count, type: INT, defaults: 2}, {id: note, type: STRING, required: false}]}
  - {id: say, ${log}, message: "{{ task_outputs.release.decision }} {{ task_outputs.release.approver }} {{ task_outputs.release.count }} {{ task_outputs.release.note }} {{ task_outputs.release.decided_at }}"}
errors:
  - {id: tell, ${log}, message: "{{ failure.message }}"}
finally:
  - {id: clean, ${log}, message: cleaned}
outputs:
  - {id: count, type: INT, value: "{{ task_outputs.release.count }}"}
`,
);

test('an approval is mocked', async () => {
  const cases = `  - name: approves without outputs
    mocks: {release: {takes: 47h}}
    expect: {tasks: {say: {log: "APPROVE tester 2  2026-01-02T23:00:00.000Z"}}, outputs: {count: 2}}
  - name: approves with values
    mocks: {release: {log: asked, outputs: {count: 5, note: fine, approver: carol, decided_at: "2026-02-03T04:05:06Z"}}}
    expect: {log: [asked], tasks: {say: {log: "APPROVE carol 5 fine 2026-02-03T04:05:06.000Z"}}}
  - name: rejects
    mocks: {release: {outputs: {decision: REJECT, approver: carol, note: too early}}}
    expect: {state: FAILED, reason: "Task release failed: rejected by carol: too early", tasks: {release: FAILED, say: NOT_RUN, tell: SUCCESS}}
  - name: rejects with a wrong value
    mocks: {release: {outputs: {decision: REJECT, count: five}}}
    expect: {state: FAILED, reason: {matches: "the form rejects the value of count: Value must be"}}
  - name: fails
    mocks: {release: {state: FAILED}}
    expect: {state: FAILED, reason: "Task release failed: rejected by tester"}
  - name: nobody decides
    mocks: {release: {takes: 49h}}
    expect: {state: FAILED, reason: "Task release failed: nobody decided within 48h"}
  - name: is stopped
    mocks: {release: {state: KILLED}}
    expect: {state: KILLED, tasks: {release: KILLED, tell: NOT_RUN, clean: SUCCESS}}
  - name: has a wrong value
    mocks: {release: {outputs: {count: five}}}
    expect: {state: FAILED, reason: {matches: "the form rejects the value of count: Value must be"}}
`;
  expect(outcomesOf(await casesOf(release, cases))).toEqual(Array.from({ length: 8 }, () => 'passed'));
});

test('an approval must be mocked', async () => {
  const [result] = await casesOf(release, '  - name: forgets\n');
  expect(result?.failures.map(({ what }) => what)).toEqual([
    'The task release was reached, but the case has no mock of it; add one, or "runs: true"',
  ]);
});

test('a timeout approves with the defaults', async () => {
  const text = release.replace('timeout: 48h,', 'timeout: 48h, on_timeout: APPROVE,');
  const cases = `  - name: nobody objects
    mocks: {release: {takes: 50h}}
    expect: {tasks: {say: {log: "APPROVE  2  2026-01-03T00:00:00.000Z"}}}
`;
  expect(outcomesOf(await casesOf(text, cases))).toEqual(['passed']);
});

const waits = flow(
  'main',
  `inputs: [{id: when, type: DATETIME, defaults: "2026-01-05T00:00:00"}, {id: long, type: DURATION, defaults: 2h}]
tasks:
  - {id: until, ${type('Wait')}, until: "{{ inputs.when }}+01:00"}
  - {id: for, ${type('Wait')}, for: "{{ inputs.long }}"}
  - {id: short, ${type('Wait')}, for: 20s}
  - {id: done, ${type('Wait')}, signal: tests-done, timeout: 2h, allow_failure: true, outputSchema: {passed: {type: BOOLEAN}}}
  - {id: ask, ${type('Approval')}, message: "Go?"}
  - {id: say, ${log}, message: "{{ task_outputs.done.passed }} {{ task_outputs.ask.decided_at }}"}
`,
);

test('time is virtual, and signals are mocked', async () => {
  const cases = `  - name: is done
    mocks: {done: {takes: 10m, outputs: {passed: true}}, ask: {}}
    expect: {tasks: {say: {log: "true 2026-01-05T01:10:20.000Z"}}}
  - name: does not come
    mocks: {done: {state: FAILED}, ask: {}}
    expect: {state: WARNING, log: ["Task done failed: no signal tests-done arrived within 2h"], tasks: {say: {log: " 2026-01-05T03:00:20.000Z"}}}
  - name: comes too late
    mocks: {done: {takes: 3h, outputs: {passed: true}}, ask: {}}
    expect: {state: WARNING}
  - name: lacks a field
    mocks: {done: {}, ask: {}}
    expect: {state: WARNING, log: ["Task done failed: the signal has an invalid field passed: A value is required"]}
  - name: has a wrong type
    mocks: {done: {outputs: {passed: "yes"}}, ask: {}}
    expect: {state: WARNING, log: [{matches: "the signal has an invalid field passed: Value must be true or false; found the string"}]}
  - name: is in the past
    inputs: {when: "2020-01-01T00:00:00"}
    mocks: {done: {outputs: {passed: false}}, ask: {}}
    expect: {tasks: {say: {log: "false 2026-01-01T02:00:20.000Z"}}}
`;
  expect(outcomesOf(await casesOf(waits, cases))).toEqual(Array.from({ length: 6 }, () => 'passed'));
});

test('a wrong time fails the task', async () => {
  const text = waits.replace('"{{ inputs.when }}+01:00"', '"{{ inputs.when }} "');
  const [result] = await casesOf(
    text,
    '  - name: fails\n    expect: {state: FAILED, reason: {matches: "\\"until\\" must be a date and time"}}\n',
  );
  expect(outcomesOf(result === undefined ? [] : [result])).toEqual(['passed']);
});

test('the check of a test file knows what waits', async () => {
  const mocks = 'mocks: {for: {}, short: {}, done: {runs: true}, ask: {outputs: {note: x}}}\ncases: [{name: a}]\n';
  const { problems } = await resultOf(mocks, { 'main.yaml': waits });
  expect(problems.flatMap((each) => each.problems.map(({ code, message }) => `${code} ${message}`))).toEqual([
    'invalid-value The task "for" only waits for a time, which passes at once; it cannot be mocked.',
    'invalid-value The task "short" only waits for a time, which passes at once; it cannot be mocked.',
    'invalid-value The task "done" waits for others; mock it.',
    'undeclared-output The task "ask" does not declare the field "note" in its outputSchema.',
  ]);
});

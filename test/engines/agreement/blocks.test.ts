import { expect, it } from 'vitest';
import { log, python, shell, startAgreement, subflow } from '../../support/agreement-cases.ts';

const expectAgreement = startAgreement();
const type = (name: string) => `type: dev.vendor.plugin.core.flow.${name}`;
const timeout = 60_000;

it('a loop calls a flow with its items', { timeout }, async () => {
  const child = `id: greet
namespace: tests
description: Greets.
inputs: [{id: name, type: STRING}, {id: item_hello, type: STRING, defaults: none}]
tasks:
  - {id: say, ${shell}, script: 'echo "{\\"text\\": \\"hi {{ inputs.name }} \${ITEM_INDEX_HELLO-hidden}\\"}"', outputSchema: {text: {type: STRING}}}
outputs: [{id: text, type: STRING, value: "{{ task_outputs.say.text }}"}]
`;
  const { outputs, blocks } = await expectAgreement(
    `tasks:
  - id: hello
    ${type('ForEach')}
    values: [ann, "bob o'x"]
    tasks:
      - {id: call, ${subflow}, namespace: tests, flowId: greet, inputs: {name: "{{ items.hello }}"}, outputSchema: {text: {type: STRING}}}
    outputs: [{id: texts, type: STRING, value: "{{ task_outputs.call.text }}"}]
outputs: [{id: all, type: JSON, value: "{{ task_outputs.hello.texts }}"}]
`,
    { called: [child] },
  );
  expect(outputs).toEqual({ all: ['hi ann hidden', "hi bob o'x hidden"] });
  expect(Object.keys(blocks)).toEqual(['hello[ann]/call/say', "hello[bob o'x]/call/say"]);
});

it('branches and items can have folders of their own', { timeout }, async () => {
  const { artifacts, state } = await expectAgreement(`tasks:
  - {id: before, ${shell}, script: 'echo shared > shared.txt'}
  - id: both
    ${type('Parallel')}
    workspace: own
    tasks:
      - {id: a, ${shell}, script: '! [ -e shared.txt ]; echo a > own.txt', outputFiles: [own.txt]}
      - id: b
        ${type('Sequential')}
        tasks:
          - {id: b1, ${shell}, script: '! [ -e own.txt ]; echo b > b.txt'}
          - {id: b2, ${shell}, script: 'cat b.txt > copy.txt', outputFiles: [copy.txt]}
  - {id: after, ${shell}, script: 'cat shared.txt; ls'}
`);
  expect(state).toBe('SUCCESS');
  expect(Object.keys(artifacts)).toEqual(['copy.txt', 'own.txt']);
});

it('tasks in blocks run on agents of other groups', { timeout }, async () => {
  const { state } = await expectAgreement(`tasks:
  - {id: before, ${shell}, script: 'echo shared > shared.txt'}
  - id: both
    ${type('Parallel')}
    tasks:
      - {id: here, ${shell}, script: 'cat shared.txt'}
      - {id: there, ${shell}, worker_group: other, script: '! [ -e shared.txt ]; ls'}
  - id: group
    ${type('Sequential')}
    worker_group: other
    tasks:
      - {id: one, ${shell}, script: 'echo one > one.txt'}
      - {id: two, ${shell}, script: 'cat one.txt'}
`);
  expect(state).toBe('SUCCESS');
});

it('a failure stops the others if it is to be fast', { timeout }, async () => {
  const { tasks, reason } = await expectAgreement(`tasks:
  - id: race
    ${type('Parallel')}
    fail_fast: true
    concurrency: 2
    tasks:
      - {id: slow, ${shell}, script: 'sleep 30'}
      - {id: bad, ${shell}, script: 'sleep 1; exit 3'}
      - {id: never, ${shell}, script: 'echo never'}
  - {id: behind, ${log}, message: never}
finally:
  - {id: last, ${log}, message: last}
`);
  expect(tasks).toEqual(['last SUCCESS', 'race FAILED', 'race/bad FAILED', 'race/slow KILLED']);
  expect(reason).toBe('Task race failed: 1 of 3 branches failed: bad');
});

it('a stop ends every branch, and final tasks run once', { timeout }, async () => {
  const { tasks, state } = await expectAgreement(
    `tasks:
  - id: all
    ${type('ForEach')}
    values: [a, b, c, d]
    concurrency: 3
    tasks:
      - {id: wait, ${shell}, script: 'sleep 30'}
errors:
  - {id: wrong, ${log}, message: wrong}
finally:
  - {id: last, ${shell}, script: 'echo last'}
`,
    { stopAfter: 1500 },
  );
  expect(state).toBe('KILLED');
  expect(tasks).toEqual([
    'all KILLED',
    'all[a]/wait KILLED',
    'all[b]/wait KILLED',
    'all[c]/wait KILLED',
    'last SUCCESS',
  ]);
});

it('the timeout of a block ends its branches', { timeout }, async () => {
  const { tasks, reason } = await expectAgreement(`tasks:
  - id: slow
    ${type('Parallel')}
    timeout: 1s
    tasks:
      - {id: a, ${shell}, script: 'sleep 30'}
      - {id: b, ${shell}, script: 'sleep 30', timeout: 20s}
      - {id: c, ${shell}, script: 'true'}
`);
  expect(reason).toBe('Task slow timed out after 1 s');
  expect(tasks).toEqual(['slow FAILED', 'slow/a FAILED', 'slow/b FAILED', 'slow/c SUCCESS']);
});

it('a loop that waits for something ends with its timeout', { timeout }, async () => {
  const { reason } = await expectAgreement(`tasks:
  - id: poll
    ${type('Until')}
    condition: task_outputs.look.found
    interval: 5s
    timeout: 1s
    tasks:
      - {id: look, ${shell}, script: 'echo "{\\"found\\": false}"', outputSchema: {found: {type: BOOLEAN}}}
`);
  expect(reason).toBe('Task poll timed out after 1 s');
});

it('only failed items are repeated, and outputs of the others are kept', { timeout }, async () => {
  const { outputs, blocks, state } = await expectAgreement(`tasks:
  - id: each
    ${type('ForEach')}
    values: [1, 2, 3]
    retry: {max_attempt: 2, interval: 0.001s}
    allow_failure: true
    tasks:
      - id: work
        ${shell}
        script: |
          echo "run" >> "log.{{ items.each }}"
          n=$(wc -l < "log.{{ items.each }}")
          [ "{{ items.each }}" != 2 ] || [ "$n" -gt 1 ]
          [ "{{ items.each }}" != 3 ]
          echo "{\\"runs\\": $n}"
        outputSchema: {runs: {type: INT}}
    outputs: [{id: runs, type: INT, value: "{{ task_outputs.work.runs }}"}]
outputs:
  - {id: runs, type: JSON, value: "{{ task_outputs.each.runs }}"}
  - {id: counts, type: STRING, value: "{{ task_outputs.each.total }} {{ task_outputs.each.succeeded }} {{ task_outputs.each.failed }}"}
`);
  expect(state).toBe('WARNING');
  expect(outputs).toEqual({ runs: [1, 2, null], counts: '3 2 1' });
  expect(blocks['each[1]/work']).toHaveLength(1);
});

it('values of items have their types, and are data', { timeout }, async () => {
  const { blocks } = await expectAgreement(`inputs:
  - {id: hosts, type: JSON, defaults: '[{"n": 3, "f": 0.5, "b": true, "s": "it\\"s $HOME \`id\`", "j": {"a": [1]}}]'}
tasks:
  - id: each
    ${type('ForEach')}
    values: "{{ inputs.hosts }}"
    schema: {n: {type: INT}, f: {type: FLOAT}, b: {type: BOOLEAN}, s: {type: STRING}, j: {type: JSON}}
    tasks:
      - {id: sh, ${shell}, script: 'printf "%s\\n" "{{ items.each.s }}" "$ITEM_EACH_N $ITEM_EACH_F $ITEM_EACH_B $ITEM_EACH_J $ITEM_INDEX_EACH"'}
      - {id: py, ${python}, script: 'print(repr(({{ items.each.n }}, {{ items.each.f }}, {{ items.each.b }}, {{ items.each.s }}, {{ items.each.j }}, {{ item_index.each }})))'}
      - {id: yes, ${log}, run_if: "items.each.n > 2 and items.each.b and item_index.each == 0", message: "{{ items.each.j }}"}
      - {id: no, ${log}, run_if: "items.each.s is empty", message: no}
`);
  expect(blocks).toEqual({
    'each[0]/py': [`(3, 0.5, True, 'it"s $HOME \`id\`', {'a': [1]}, 0)`],
    'each[0]/sh': ['it"s $HOME `id`', '3 0.5 true {"a":[1]} 0'],
    'each[0]/yes': ['{"a":[1]}'],
  });
});

it('secrets stay hidden in branches', { timeout }, async () => {
  const { blocks, reason } = await expectAgreement(
    `inputs: [{id: token, type: SECRET}]
tasks:
  - id: both
    ${type('Parallel')}
    tasks:
      - {id: a, ${shell}, script: 'echo "a {{ inputs.token }}"'}
      - {id: b, ${shell}, script: 'echo "b {{ inputs.token }}"; echo "{\\"list\\": [\\"x-$TOKEN\\"]}"', outputSchema: {list: {type: JSON}}}
  - id: each
    ${type('ForEach')}
    values: "{{ task_outputs.b.list }}"
    key: "{{ items.each }}"
    tasks:
      - {id: c, ${log}, message: never}
`,
    { inputs: { token: 'correct-horse' } },
  );
  expect(blocks['both/a']).toEqual(['a ****']);
  expect(reason).toBe('Task each failed: the key of item 0 contains a secret; labels are public');
});

it('error and final tasks can be blocks, whose failures are ignored', { timeout }, async () => {
  const { tasks, state } = await expectAgreement(`tasks:
  - {id: bad, ${shell}, script: 'exit 3'}
errors:
  - id: tell
    ${type('ForEach')}
    values: [ann, bob]
    tasks:
      - {id: mail, ${shell}, script: '[ "{{ items.tell }}" = ann ]'}
finally:
  - id: clean
    ${type('If')}
    condition: failure.task == 'bad'
    then:
      - {id: drop, ${log}, message: "after {{ failure.task }}"}
  - {id: last, ${log}, message: last}
`);
  expect(state).toBe('FAILED');
  expect(tasks).toEqual([
    'bad FAILED',
    'clean SUCCESS',
    'clean/drop SUCCESS',
    'last SUCCESS',
    'tell FAILED',
    'tell[ann]/mail SUCCESS',
    'tell[bob]/mail FAILED',
  ]);
});

it('an execution runs a limited number of tasks', { timeout }, async () => {
  const { reason, tasks } = await expectAgreement(
    `tasks:
  - id: each
    ${type('ForEach')}
    values: [a, b, c]
    fail_fast: true
    tasks:
      - {id: one, ${log}, message: x}
      - {id: two, ${log}, message: x}
finally:
  - {id: last, ${log}, message: last}
`,
    { settings: { vendor: 'vendor', prefix: 'VENDOR', maxTaskRuns: 3 } },
  );
  expect(reason).toMatch(/^Task each failed: the execution has run 3 tasks/);
  expect(tasks).toEqual([
    'each FAILED',
    'each[a]/one SUCCESS',
    'each[a]/two SUCCESS',
    'each[b]/one SUCCESS',
    'each[b]/two FAILED',
    'last SUCCESS',
  ]);
});

it('a block that is retried forgets what its tasks returned', { timeout }, async () => {
  const { outputs } = await expectAgreement(`tasks:
  - id: group
    ${type('Sequential')}
    retry: {max_attempt: 2, interval: 0.001s}
    tasks:
      - id: count
        ${shell}
        script: 'n=$(cat n 2> /dev/null || echo 0); echo $((n + 1)) > n; echo "{\\"n\\": $n}"'
        outputSchema: {n: {type: INT}}
      - {id: once, ${shell}, run_if: task_outputs.count.n == 0, script: 'echo "{\\"x\\": 11}"', outputSchema: {x: {type: INT}}}
      - {id: bad, ${shell}, script: '[ {{ task_outputs.count.n }} -gt 0 ]'}
outputs:
  - {id: n, type: INT, value: "{{ task_outputs.count.n }}"}
  - {id: x, type: INT, value: "{{ task_outputs.once.x }}"}
`);
  expect(outputs).toEqual({ n: 1, x: null });
});

it('the timeout of a flow is the reason for the end of its blocks', { timeout }, async () => {
  const { reason } = await expectAgreement(`timeout: 1s
tasks:
  - id: each
    ${type('ForEach')}
    values: [a, b, c]
    tasks:
      - {id: slow, ${shell}, script: 'sleep 30'}
`);
  expect(reason).toMatch(/^Flow tested timed out/);
});

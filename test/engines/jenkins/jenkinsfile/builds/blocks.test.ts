import { describe, expect, it } from 'vitest';
import type { JsonObject } from '../../../../../src/base/text/json-value.ts';
import { readBuildDescription } from '../../../../../src/engines/jenkins/jenkinsfile/build-description.ts';
import type { TaskProgress } from '../../../../../src/language/execution-plan/task-state.ts';
import type { MiniBuild } from '../../../../support/mini-jenkins.ts';
import { flowText, transpileText } from '../../../../support/transpile-yaml.ts';
import { byFlowgate, log, shell, startMiniJenkins, subflow } from './mini-build.ts';

const { jenkins, run } = startMiniJenkins();
const flow = (kind: string): string => `type: dev.vendor.plugin.core.flow.${kind}`;
const execute = (body: string, values: JsonObject = {}, others: readonly string[] = []): Promise<MiniBuild> =>
  run(body, { parameters: byFlowgate(values) }, others);

function tasksOf({ description }: MiniBuild): readonly TaskProgress[] {
  return readBuildDescription(description)?.tasks ?? [];
}

/** `deploy[eu]/push SUCCESS` */
function statesOf(build: MiniBuild): readonly string[] {
  return tasksOf(build).map(({ path, state }) => `${path} ${state}`);
}

/** A shell task that returns a field `out`. */
const gives = (id: string, text: string, type = 'STRING'): string =>
  `{id: ${id}, ${shell}, script: 'echo ''{"out": ${text}}''', outputSchema: {out: {type: ${type}}}}`;

describe('tasks that run at most once', () => {
  it('see outputs of blocks before them; branches and lists that do not apply leave none', async () => {
    const build = await execute(
      `inputs:
  - {id: region, type: STRING}
tasks:
  - id: both
    ${flow('Parallel')}
    tasks:
      - ${gives('left', '"l"')}
      - id: right
        ${flow('Sequential')}
        tasks:
          - ${gives('inner', '"r"')}
          - {id: told, ${log}, message: "{{ task_outputs.inner.out }}"}
  - id: go
    ${flow('If')}
    condition: task_outputs.left.out == 'l'
    then: [{id: yes, ${log}, message: "{{ task_outputs.left.out }}{{ task_outputs.inner.out }}"}]
    else: [{id: no, ${log}, message: never}]
  - id: where
    ${flow('Switch')}
    value: "{{ inputs.region }}"
    cases:
      eu: [${gives('eu', '"in eu"')}]
      us: [${gives('us', '"in us"')}]
  - {id: end, ${log}, message: "[{{ task_outputs.eu.out }}] [{{ task_outputs.us.out }}]"}
`
        .replaceAll('id: yes', 'id: agreed')
        .replaceAll('id: no,', 'id: denied,'),
      { region: 'us' },
    );
    expect(build.error).toBeNull();
    expect(build.console).toContain('] lr\n');
    expect(build.console).toContain('[] [in us]\n');
    expect(statesOf(build)).toEqual([
      'both SUCCESS',
      'both/left SUCCESS',
      'both/right SUCCESS',
      'both/right/inner SUCCESS',
      'both/right/told SUCCESS',
      'go SUCCESS',
      'go/agreed SUCCESS',
      'where SUCCESS',
      'where/us SUCCESS',
      'end SUCCESS',
    ]);
  });

  it('fail their block once all branches have ended, or at once', async () => {
    const body = (failFast: boolean) => `tasks:
  - id: all
    ${flow('Parallel')}
    concurrency: 1
    fail_fast: ${failFast}
    tasks:
      - {id: one, ${shell}, script: exit 3}
      - {id: two, ${log}, message: hi}
      - {id: three, ${shell}, script: exit 4}
`;
    const patient = await execute(body(false));
    expect(patient.error).toContain('Task all failed: 2 of 3 branches failed: one, three');
    const fast = await execute(body(true));
    expect(fast.error).toContain('Task all failed: 1 of 3 branches failed: one');
    expect(statesOf(fast)).toEqual(['all FAILED', 'all/one FAILED']);
  });

  it('have stages outside of branches only, and every line has a mark', async () => {
    const build = await execute(`tasks:
  - id: outer
    ${flow('Sequential')}
    tasks:
      - {id: plain, ${log}, message: "a\\n\\nb"}
      - {id: all, ${flow('Parallel')}, tasks: [{id: one, ${shell}, script: "echo x; printf y"}]}
`);
    expect(build.stages.map(({ name }) => name)).toEqual(['outer', 'plain', 'all']);
    expect(build.console).toBe(
      '[fg 0] task outer/plain\n[fg 0] a\n[fg 0] \n[fg 0] b\n[fg 1] task outer/all/one\n[fg 1] x\n[fg 1] y\n',
    );
  });
});

describe('a loop', () => {
  it('runs for each item, with its values, and collects outputs in order', async () => {
    const build = await execute(`tasks:
  - ${gives('plan', '[{"name": "eu 1", "n": 1.50}, {"name": "us", "n": 2, "more": true}, {"name": "ü%", "n": 3}]', 'JSON')}
  - id: deploy
    ${flow('ForEach')}
    values: "{{ task_outputs.plan.out }}"
    schema: {name: {type: STRING}, n: {type: FLOAT}}
    key: "{{ items.deploy.name }}"
    concurrency: 2
    allow_failure: true
    tasks:
      - {id: push, ${shell}, script: 'test $ITEM_DEPLOY_N != 2 && echo "{\\"out\\": \\"$ITEM_DEPLOY_N-$ITEM_INDEX_DEPLOY\\"}"', outputSchema: {out: {type: STRING}}}
      - {id: big, ${log}, message: "big {{ items.deploy.n }}", run_if: items.deploy.n > 2 and item_index.deploy == 2}
    outputs:
      - {id: digests, type: STRING, value: "{{ task_outputs.push.out }}"}
  - {id: end, ${log}, message: "{{ task_outputs.deploy.digests }} {{ task_outputs.deploy.total }} {{ task_outputs.deploy.failed }}"}
`);
    expect(build.error).toBeNull();
    expect(build.console).toContain('["1.50-0",null,"3-2"] 3 1\n');
    expect(build.console).toContain('] big 3\n');
    expect(build.console).toContain('Task deploy failed: 1 of 3 items failed: us');
    expect(statesOf(build).toSorted()).toEqual([
      'deploy FAILED',
      'deploy[eu 1]/big SKIPPED',
      'deploy[eu 1]/push SUCCESS',
      'deploy[us]/push FAILED',
      'deploy[ü%]/big SUCCESS',
      'deploy[ü%]/push SUCCESS',
      'end SUCCESS',
      'plan SUCCESS',
    ]);
    expect(tasksOf(build).find(({ path }) => path === 'deploy')?.items).toEqual({ total: 3, succeeded: 2, failed: 1 });
  });

  it('runs for the combinations of a matrix, and for no item at all', async () => {
    const build = await execute(`tasks:
  - id: test
    ${flow('ForEach')}
    matrix: {os: [linux, bsd], node: ["20", "24"]}
    exclude: [{os: bsd, node: "20"}]
    tasks: [{id: cell, ${log}, message: "{{ items.test.os }}-{{ items.test.node }}"}]
  - {id: none, ${flow('ForEach')}, values: [], tasks: [{id: never, ${log}, message: never}]}
`);
    expect(build.console.match(/^\[fg \d+\] (?!task).*$/gm)).toEqual([
      '[fg 0] linux-20',
      '[fg 1] linux-24',
      '[fg 2] bsd-24',
    ]);
    expect(tasksOf(build).at(-1)).toMatchObject({ path: 'none', state: 'SUCCESS', items: { total: 0 } });
  });

  it.each([
    ['5', '', 'the values must be a list; task_outputs.plan.out is 5'],
    ['[1, 2, 3]', 'max_items: 2', 'the list has 3 items; max_items is 2'],
    ['["a", ["b"]]', '', 'item 1 is ["b"]; without "schema", an item must be a string, a number, true or false'],
    ['["a", "b", "a"]', '', 'items 0 and 2 have the same key a'],
    ['["a"]', 'schema: {n: {type: INT}}', 'item 0 is "a"; it must be an object with the fields of "schema"'],
    ['[{"m": 1}]', 'schema: {n: {type: INT}}', 'item 0 has no field n'],
    ['[{"n": "1"}]', 'schema: {n: {type: INT}}', 'the field n of item 0 is not of the type INT'],
    ['["a", "[b]"]', 'key: "{{ items.each }}"', 'the key of item 1 must have 1 to 100 characters'],
  ])('does not start for %s %s', async (list, property, problem) => {
    const build = await execute(`tasks:
  - ${gives('plan', list, 'JSON')}
  - id: each
    ${flow('ForEach')}
    values: "{{ task_outputs.plan.out }}"
${property === '' ? '' : `    ${property}\n`}    retry: {type: constant, interval: 1s, max_attempt: 2}
    tasks: [{id: never, ${log}, message: never}]
`);
    expect(build.error).toContain(`Task each failed: ${problem}`);
    expect(statesOf(build)).toEqual(['plan SUCCESS', 'each FAILED']);
  });

  it('uses the index of items that cannot be labels, and repeats only the items that failed', async () => {
    const build = await execute(`tasks:
  - ${gives('plan', '["a", "", "[x]"]', 'JSON')}
  - id: each
    ${flow('ForEach')}
    values: "{{ task_outputs.plan.out }}"
    retry: {type: constant, interval: 1s, max_attempt: 3}
    tasks:
      - {id: try, ${shell}, script: 'echo x >> n$ITEM_INDEX_EACH; [ $ITEM_INDEX_EACH != 1 ] || [ $(wc -l < n1) -gt 1 ]; echo "{\\"out\\": $(wc -l < n$ITEM_INDEX_EACH)}"', outputSchema: {out: {type: INT}}}
    outputs: [{id: counts, type: INT, value: "{{ task_outputs.try.out }}"}]
  - {id: end, ${log}, message: "{{ task_outputs.each.counts }}"}
`);
    expect(build.error).toBeNull();
    expect(build.console).toContain('Task each failed: 1 of 3 items failed: 1. Attempt 2 of 3 starts in 1000 ms.\n');
    expect(build.console).toContain('[1,2,1]\n');
    expect(statesOf(build)).toContain('each[2]/try SUCCESS');
  });

  it('gives each item a folder, from which called flows start too', async () => {
    const child = `id: child\nnamespace: tests\ndescription: A child.\ninputs: [{id: who, type: STRING}]\ntasks: [{id: greet, ${shell}, script: 'cat mine; echo "{{ inputs.who }} \${ITEM_EACH-hidden}"'}]\n`;
    const body = `tasks:
  - id: each
    ${flow('ForEach')}
    values: [a, b]
    concurrency: 2
    workspace: own
    tasks:
      - {id: write, ${shell}, script: 'test ! -e mine; echo "mine $ITEM_EACH" > mine'}
      - {id: call, ${subflow}, namespace: tests, flowId: child, inputs: {who: "{{ items.each }}"}}
  - {id: after, ${shell}, script: 'test -z "$(find .flowgate/branches -name mine)"'}
`;
    const build = await execute(body, {}, [child]);
    expect(build.error).toBeNull();
    for (const line of ['mine a', 'a hidden', 'mine b', 'b hidden']) expect(build.console).toContain(`] ${line}\n`);
    expect(build.console).toContain('] task each[b]/call/greet\n');
  });
});

describe('until', () => {
  const body = (passes: number) => `tasks:
  - id: wait
    ${flow('Until')}
    condition: task_outputs.probe.out >= ${passes}
    interval: 0.1s
    max_attempt: 3
    tasks:
      - {id: probe, ${shell}, script: 'echo x >> n; echo "{\\"out\\": $(wc -l < n)}"', outputSchema: {out: {type: INT}}}
    outputs: [{id: last, type: INT, value: "{{ task_outputs.probe.out }}"}]
  - {id: end, ${log}, message: "after {{ task_outputs.wait.last }}"}
`;

  it('ends when its condition is true, with the outputs of the last pass', async () => {
    const build = await execute(body(2));
    expect(build.error).toBeNull();
    expect(build.console).toContain('after 2\n');
    expect(statesOf(build)).toEqual(['wait SUCCESS', 'wait[1]/probe SUCCESS', 'wait[2]/probe SUCCESS', 'end SUCCESS']);
  });

  it('fails after its last pass, or when its time is over', async () => {
    expect((await execute(body(9))).error).toContain('Task wait failed: the condition was not true after 3 passes');
    const late = body(9).replace('interval: 0.1s', 'interval: 20s\n    timeout: 1s');
    expect((await execute(late)).error).toContain('Task wait timed out after 1 s');
  });
});

it('an execution runs a limited number of tasks; those of errors and finally do not count', async () => {
  const body = flowText(`tasks:
  - {id: each, ${flow('ForEach')}, values: [1, 2, 3, 4], tasks: [{id: one, ${log}, message: hi}]}
errors: [{id: first, ${log}, message: failed}]
finally: [{id: last, ${log}, message: finally}]
`);
  const settings = { vendor: 'vendor', prefix: 'VENDOR', maxTaskRuns: 3 };
  const { jenkinsfile } = transpileText(body, [], { settings, parameters: 'external' });
  const build = await jenkins.run(jenkinsfile, { parameters: byFlowgate({}) });
  expect(build.error).toContain('Task each failed: the execution has run 3 tasks');
  expect(statesOf(build).slice(-3)).toEqual(['each[4]/one FAILED', 'first SUCCESS', 'last SUCCESS']);
});

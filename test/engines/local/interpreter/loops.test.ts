import { describe, expect, it } from 'vitest';
import { flowText } from '../../../support/transpile-yaml.ts';
import { byPath, failing, runVirtually } from '../../../support/virtual-run.ts';

const shell = 'type: dev.vendor.plugin.core.shell.Shell, script: x';
const log = 'type: dev.vendor.plugin.core.log.Log';
const forEach = 'type: dev.vendor.plugin.core.flow.ForEach';
const until = 'type: dev.vendor.plugin.core.flow.Until';

/** A loop over a list that a task returns, and a message after it. */
const loopOver = (settings: string, tasks = `{id: push, ${shell}, outputSchema: {digest: {type: INT}}}`) => `tasks:
  - {id: plan, ${shell}, outputSchema: {list: {type: JSON}}}
  - id: deploy
    ${forEach}
    values: "{{ task_outputs.plan.list }}"
    ${settings}
    tasks: [${tasks}]
    outputs: [{id: digests, type: INT, value: "{{ task_outputs.push.digest }}"}]
  - {id: say, ${log}, message: "{{ task_outputs.deploy.digests }} {{ task_outputs.deploy.total }} {{ task_outputs.deploy.succeeded }} {{ task_outputs.deploy.failed }}"}
finally:
  - {id: last, ${log}, message: "{{ task_outputs.deploy.digests }} {{ task_outputs.deploy.failed }}"}
`;

const listed = (json: string) => ({ plan: { returned: `{"list": ${json}}` }, push: { returned: '{"digest": 7}' } });

describe('a loop', () => {
  it('runs an item after another by default, and returns lists and counts', async () => {
    const {
      end,
      starts,
      log: lines,
      tasks,
    } = await runVirtually(loopOver(''), {
      scripts: byPath({ ...listed('["eu", "us/2", 3, true]'), 'deploy[3]/push': { returned: '{"digest": 9}' } }),
    });
    expect(end.state).toBe('SUCCESS');
    expect(starts.slice(1)).toEqual([
      'deploy[eu]/push 1',
      'deploy[us/2]/push 2',
      'deploy[3]/push 3',
      'deploy[true]/push 4',
    ]);
    expect(lines).toEqual(['say: [7,7,9,7] 4 4 0', 'last: [7,7,9,7] 0']);
    expect(tasks.find(({ path }) => path === 'deploy')?.items).toEqual({ total: 4, succeeded: 4, failed: 0 });
  });

  it('runs a window of items, each of which is sequential, and names those that failed in order', async () => {
    const list = JSON.stringify(Array.from({ length: 24 }, (_, index) => `n${index}`));
    const {
      end,
      starts,
      log: lines,
      tasks,
    } = await runVirtually(
      loopOver('concurrency: 5', `{id: before, ${shell}}, {id: push, ${shell}, outputSchema: {digest: {type: INT}}}`),
      {
        scripts: (script) => {
          const index = Number(/\[n(\d+)\]/.exec(script.path)?.[1] ?? 0);
          if (script.path.endsWith('push') && index % 2 === 1) return { status: 1, seconds: 3 };
          return byPath(listed(list))(script);
        },
      },
    );
    expect(end.reason).toBe(
      'Task deploy failed: 12 of 24 items failed: n1, n3, n5, n7, n9, n11, n13, n15, n17, n19 and 2 more',
    );
    expect(starts.slice(1, 8)).toEqual([
      ...[0, 1, 2, 3, 4].map((index) => `deploy[n${index}]/before 1`),
      'deploy[n0]/push 2',
      'deploy[n1]/push 2',
    ]);
    expect(lines.at(-1)).toBe(`last: [${Array.from({ length: 12 }, () => '7,null').join(',')}] 12`);
    expect(tasks.find(({ path }) => path === 'deploy')?.items).toEqual({ total: 24, succeeded: 12, failed: 12 });
  });

  it('repeats only the items that did not succeed', async () => {
    let runs = 0;
    const {
      end,
      starts,
      log: lines,
    } = await runVirtually(loopOver('retry: {max_attempt: 3, interval: 1s}'), {
      scripts: (script) =>
        script.path.includes('[us]') && runs++ < 2 ? failing : byPath(listed('["eu", "us"]'))(script),
    });
    expect(end.state).toBe('SUCCESS');
    expect(starts.map((start) => start.split(' ')[0])).toEqual([
      'plan',
      'deploy[eu]/push',
      'deploy[us]/push',
      'deploy[us]/push',
      'deploy[us]/push',
    ]);
    expect(lines.at(-1)).toBe('last: [7,7] 0');
  });

  it('with fail_fast stops the other items and starts no further ones', async () => {
    const {
      end,
      ended,
      log: lines,
    } = await runVirtually(loopOver('fail_fast: true\n    concurrency: 2'), {
      scripts: byPath({
        ...listed('["eu", "us", "asia"]'),
        'deploy[eu]/push': failing,
        'deploy[us]/push': { seconds: 9 },
      }),
    });
    expect(end.reason).toBe('Task deploy failed: 1 of 3 items failed: eu');
    expect(ended.slice(1, 4)).toEqual(['deploy[eu]/push FAILED', 'deploy[us]/push KILLED', 'deploy FAILED']);
    expect(lines.at(-1)).toBe('last: [null,null,null] 1');
  });

  it('ends with a stop, and starts no further items', async () => {
    const { end, ended, time } = await runVirtually(loopOver('concurrency: 2'), {
      scripts: byPath({
        ...listed('["eu", "us", "asia"]'),
        'deploy[us]/push': { seconds: 9 },
        'deploy[eu]/push': { seconds: 9 },
      }),
      stopAfter: 3,
    });
    expect(end.state).toBe('KILLED');
    expect(time).toBe(3);
    expect(ended.slice(1)).toEqual([
      'deploy[eu]/push KILLED',
      'deploy[us]/push KILLED',
      'deploy KILLED',
      'last SUCCESS',
    ]);
  });

  it.each(['[]', 'no list'])('over an empty list, or %s, succeeds', async (list) => {
    const { end, log: lines } = await runVirtually(
      list === '[]' ? loopOver('') : loopOver('').replace('{id: plan,', '{id: plan, run_if: "false",'),
      { scripts: byPath(listed('[]')) },
    );
    expect(end.state).toBe('SUCCESS');
    expect(lines[0]).toBe('say: [] 0 0 0');
  });

  const objects = `schema: {name: {type: STRING}, port: {type: INT}}`;

  it.each([
    ['{"a": 1}', '', 'the values must be a list; task_outputs.plan.list is {"a":1}'],
    ['["a", "b", "a"]', '', 'items 0 and 2 have the same key a'],
    ['[["a"]]', '', 'item 0 is ["a"]; without "schema", an item must be a string, a number, true or false'],
    ['[1, null]', '', 'item 1 is null; without "schema", an item must be a string, a number, true or false'],
    ['["a", "b", "c"]', 'max_items: 2', 'the list has 3 items; max_items is 2'],
    ['[{"name": "a", "port": 1}, "b"]', objects, 'item 1 is "b"; it must be an object with the fields of "schema"'],
    ['[{"name": "a"}]', objects, 'item 0 has no field port'],
    ['[{"name": "a", "port": "80"}]', objects, 'the field port of item 0 is not of the type INT'],
    [
      '["a"]',
      'key: "k{{ items.deploy }}]"',
      'the key of item 0 must have 1 to 100 characters, without line breaks, other control characters, "[" and "]"',
    ],
    ['["hunter2"]', 'key: "k-{{ items.deploy }}"', 'the key of item 0 contains a secret; labels are public'],
    ['["a\\u0000b"]', '', 'item 0 contains a NUL character'],
  ])('over %s fails before its first item', async (list, settings, reason) => {
    const { end, starts } = await runVirtually(loopOver(settings), {
      scripts: byPath(listed(list)),
      secret: 'hunter2',
    });
    expect(end.reason).toBe(`Task deploy failed: ${reason}`);
    expect(starts).toEqual(['plan 0']);
  });

  it('uses the index as the label of a value that cannot be one, or contains a secret', async () => {
    const values = ['a[1]', '', 'x'.repeat(101), 'line\nbreak', 'my hunter2', 'é/..', '🚀'];
    const { starts } = await runVirtually(loopOver(''), {
      scripts: byPath(listed(JSON.stringify(values))),
      secret: 'hunter2',
    });
    expect(starts.slice(1).map((start) => start.slice(0, start.lastIndexOf(' ')))).toEqual([
      ...[0, 1, 2, 3, 4].map((index) => `deploy[${index}]/push`),
      'deploy[é/..]/push',
      'deploy[🚀]/push',
    ]);
  });

  it('gives its items their values, with their digits and types, and called flows none of them', async () => {
    const environments: Record<string, string>[] = [];
    const hidden: string[] = [];
    const { log: lines, end } = await runVirtually(
      loopOver(
        `schema: {name: {type: STRING}, load: {type: FLOAT}}\n    key: "{{ items.deploy.name }}"`,
        `{id: push, ${shell}, outputSchema: {digest: {type: INT}}, run_if: "{{ items.deploy.load > 1 }}"},
         {id: tell, ${log}, message: "{{ item_index.deploy }} {{ items.deploy.load }}"},
         {id: call, type: dev.vendor.plugin.core.flow.Subflow, namespace: tests, flowId: called}`,
      ),
      {
        scripts: (script) => {
          if (script.path.includes('push')) environments.push(Object.fromEntries(script.environment.values));
          if (script.path.includes('call')) hidden.push(...script.environment.hidden);
          return byPath(listed('[{"name": "a", "load": 1.50, "more": 1}, {"load": 0.10, "name": "b"}]'))(script);
        },
        others: [flowText(`tasks: [{id: inner, ${shell}}]`).replace('id: tested', 'id: called')],
      },
    );
    expect(end.state).toBe('SUCCESS');
    expect(lines.filter((line) => line.includes('tell'))).toEqual(['deploy[a]/tell: 0 1.50', 'deploy[b]/tell: 1 0.10']);
    expect(environments).toEqual([
      expect.objectContaining({ ITEM_DEPLOY_NAME: 'a', ITEM_DEPLOY_LOAD: '1.50', ITEM_INDEX_DEPLOY: '0' }),
    ]);
    expect(hidden).toContain('ITEM_DEPLOY_NAME');
    expect(lines.at(-1)).toBe('last: [7,null] 0');
  });

  it('runs the combinations of a matrix, the last list fastest', async () => {
    const { log: lines } = await runVirtually(`tasks:
  - id: matrix
    ${forEach}
    matrix: {os: [linux, bsd], node: ["20", "24"]}
    exclude: [{os: bsd, node: "20"}]
    tasks: [{id: tell, ${log}, message: "{{ items.matrix.os }} {{ items.matrix.node }}"}]
`);
    expect(lines).toEqual(['matrix[0]/tell: linux 20', 'matrix[1]/tell: linux 24', 'matrix[2]/tell: bsd 24']);
  });

  it('fails if its outputs together are too large', async () => {
    const large = await runVirtually(
      loopOver('').replace('type: INT, value', 'type: STRING, value').replace('{type: INT}', '{type: STRING}'),
      {
        scripts: byPath({ ...listed('["eu", "us"]'), push: { returned: `{"digest": "${'x'.repeat(60_000)}"}` } }),
      },
    );
    expect(large.end.reason).toBe('Task deploy failed: its field digests must have at most 96 KiB');
    expect(large.log.at(-1)).toBe('last:  0');
  });

  it('nests in others, whose values it sees', async () => {
    const { log: lines, time } = await runVirtually(`tasks:
  - id: outer
    ${forEach}
    values: [a, b]
    concurrency: 2
    tasks:
      - id: inner
        ${forEach}
        values: [1, 2, 3]
        concurrency: 3
        tasks:
          - {id: work, ${shell}}
          - {id: tell, ${log}, message: "{{ items.outer }}{{ items.inner }}"}
        outputs: [{id: both, type: STRING, value: "{{ items.outer }}{{ items.inner }}"}]
    outputs: [{id: all, type: JSON, value: "{{ task_outputs.inner.both }}"}]
  - {id: say, ${log}, message: "{{ task_outputs.outer.all }}"}
`);
    expect(time).toBe(1);
    expect(lines).toContain('outer[b]/inner[2]/tell: b2');
    expect(lines.at(-1)).toBe('say: [["a1","a2","a3"],["b1","b2","b3"]]');
  });

  it('runs no more tasks than an execution may', async () => {
    const { end, ended } = await runVirtually(
      `tasks:
  - id: deploy
    ${forEach}
    values: [a, b, c]
    tasks: [{id: push, ${shell}}, {id: tell, ${log}, message: x}]
errors: [{id: why, ${log}, message: x}]
`,
      { maxTasks: 4 },
    );
    expect(end.reason).toBe(
      'Task deploy failed: the execution has run 4 tasks, including those of each item and pass; that is the maximum',
    );
    expect(ended.slice(4)).toEqual(['deploy[c]/push FAILED', 'deploy FAILED', 'why SUCCESS']);
  });
});

it('counts skipped tasks, and begins nothing after the limit', async () => {
  const { end, ended } = await runVirtually(
    `tasks:
  - id: outer
    ${forEach}
    values: [a, b, c]
    tasks:
      - id: inner
        ${forEach}
        values: [1, 2, 3]
        allow_failure: true
        tasks:
          - {id: never, ${log}, message: x, run_if: 1 > 2, allow_failure: true}
`,
    { maxTasks: 4 },
  );
  expect(end.reason).toMatch(/^Task outer failed: the execution has run 4 tasks/);
  expect(ended.slice(3)).toEqual([
    'outer[a]/inner SUCCESS',
    'outer[b]/inner[1]/never SKIPPED',
    'outer[b]/inner[2]/never FAILED',
    'outer[b]/inner FAILED',
    'outer FAILED',
  ]);
});

describe('an until block', () => {
  const rollout = (settings: string) => `tasks:
  - id: rollout
    ${until}
    condition: "{{ task_outputs.probe.ready }}"
    interval: 30s
    ${settings}
    tasks: [{id: probe, ${shell}, outputSchema: {ready: {type: BOOLEAN}}}]
    outputs: [{id: done, type: BOOLEAN, value: "{{ task_outputs.probe.ready }}"}]
  - {id: say, ${log}, message: "{{ task_outputs.rollout.done }}"}
`;
  const readyAfter = (passes: number) => {
    let pass = 0;
    return () => ({ returned: `{"ready": ${++pass >= passes}}` });
  };

  it('runs its tasks until the condition is true', async () => {
    const { end, starts, log: lines } = await runVirtually(rollout('max_attempt: 5'), { scripts: readyAfter(3) });
    expect(end.state).toBe('SUCCESS');
    expect(starts).toEqual(['rollout[1]/probe 0', 'rollout[2]/probe 31', 'rollout[3]/probe 62']);
    expect(lines).toEqual(['say: true']);
  });

  it('fails after its last pass', async () => {
    const { end, time } = await runVirtually(rollout('max_attempt: 2'), { scripts: readyAfter(9) });
    expect(end.reason).toBe('Task rollout failed: the condition was not true after 2 passes');
    expect(time).toBe(32);
  });

  it('fails with its timeout, even in a pause, and with a task that fails', async () => {
    const late = await runVirtually(rollout('timeout: 45s'), { scripts: readyAfter(9) });
    expect(late.end.reason).toBe('Task rollout timed out after 45 s');
    expect(late.time).toBe(45);
    const broken = await runVirtually(rollout('max_attempt: 5'), { scripts: () => failing });
    expect(broken.end.reason).toBe('Task probe failed: its script ended with status 3');
  });

  it('ends with a stop in a pause', async () => {
    const { end, time } = await runVirtually(rollout('max_attempt: 5'), { scripts: readyAfter(9), stopAfter: 20 });
    expect(end.state).toBe('KILLED');
    expect(time).toBe(20);
  });
});

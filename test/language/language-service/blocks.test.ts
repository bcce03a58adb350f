import { describe, expect, test } from 'vitest';
import { defaultFlowLimits } from '../../../src/language/document/flow-limits.ts';
import { checkFlow } from '../../../src/language/flow/check-flow.ts';
import { unlimitedTime } from '../../../src/language/safe-patterns/time-budget.ts';
import { atCursor, choose, labelsAt, service, taskTypes } from './marked-flow.ts';

const type = (name: string) => `type: dev.vendor.plugin.core.${name}`;

const flow = `id: a
namespace: a
description: A flow.
tasks:
  - id: plan
    ${type('shell.Shell')}
    script: ./plan.sh
    outputSchema: {regions: {type: JSON}}
  - id: verify
    ${type('flow.Parallel')}
    tasks:
      - id: unit
        ${type('shell.Shell')}
        script: make unit
        outputSchema: {passed: {type: INT}}
      - id: chain
        ${type('flow.Sequential')}
        tasks:
          - id: first
            ${type('shell.Shell')}
            script: make first
            outputSchema: {count: {type: INT}}
          - id: second
            ${type('log.Log')}
            message: "IN SECOND"
  - id: deploy
    ${type('flow.ForEach')}
    values: "{{ task_outputs.plan.regions }}"
    schema:
      name: {type: STRING, description: The region.}
      url: {type: URI}
    key: "{{ items.deploy.name }}"
    tasks:
      - id: push
        ${type('shell.Shell')}
        script: './push "{{ items.deploy.url }}" "{{ item_index.deploy }}"'
        outputSchema: {digest: {type: STRING}}
      - id: stage
        ${type('flow.If')}
        condition: items.deploy.name == 'eu'
        then:
          - id: tell
            ${type('log.Log')}
            message: "{{ task_outputs.push.digest }} of {{ items.deploy.name }}"
    outputs:
      - {id: digests, type: STRING, value: "{{ task_outputs.push.digest }}"}
  - id: matrix
    ${type('flow.ForEach')}
    matrix: {os: [linux, bsd], node: ["20", "24"]}
    exclude: [{os: bsd, node: "20"}]
    tasks:
      - id: test
        ${type('log.Log')}
        message: "{{ items.matrix.os }}"
  - id: wait
    ${type('flow.Until')}
    condition: task_outputs.probe.ready
    max_attempt: 3
    tasks:
      - id: probe
        ${type('shell.Shell')}
        script: ./ready.sh
        outputSchema: {ready: {type: BOOLEAN}}
    outputs:
      - {id: last, type: BOOLEAN, value: "{{ task_outputs.probe.ready }}"}
  - id: report
    ${type('log.Log')}
    message: "{{ task_outputs.deploy.digests }}"
outputs:
  - {id: digests, type: JSON, value: "{{ task_outputs.deploy.digests }}"}
`;

function problemsOf(text: string): readonly string[] {
  const options = {
    taskTypes,
    vendor: 'vendor',
    prefix: 'VENDOR',
    limits: defaultFlowLimits,
    makeBudget: unlimitedTime,
  };
  return checkFlow({ text, format: 'yaml' }, options).problems.map(({ message }) => message);
}

const lineAt = (text: string, offset: number) =>
  text.slice(0, offset).split('\n').at(-1)! + text.slice(offset).split('\n')[0]!;

test('the flow of these tests is valid', () => {
  expect(problemsOf(flow)).toEqual([]);
});

describe('completion', () => {
  const start = `tasks:\n  - id: a\n    ${type('flow.Parallel')}\n    `;

  test.each([
    ['the properties of a block', `${start}‸`, ['tasks', 'concurrency', 'fail_fast', 'workspace', 'run_if']],
    [
      'the properties of a task in a block',
      `${start}tasks:\n      - id: b\n        ${type('log.Log')}\n        ‸`,
      ['message'],
    ],
    ['task types in a list', `${start}tasks:\n      - ‸`, ['id', 'Log a message', 'Run tasks at the same time']],
    [
      'the name of a type in a list',
      `${start}tasks:\n      - id: b\n        type: ‸`,
      ['dev.vendor.plugin.core.log.Log'],
    ],
    [
      'a task in a case',
      `tasks:\n  - id: a\n    ${type('flow.Switch')}\n    cases:\n      eu:\n        - id: b\n          ${type('log.Log')}\n          ‸`,
      ['message'],
    ],
    [
      'a task in else',
      `tasks:\n  - id: a\n    ${type('flow.If')}\n    else:\n      - {id: b, ${type('log.Log')}, ‸}`,
      ['message'],
    ],
    ['the lists of a choice', `tasks:\n  - id: a\n    ${type('flow.If')}\n    ‸`, ['then', 'else', 'condition']],
    ['the type of a field', flow.replace('type: URI', 'type: ‸'), ['URI', 'STRING']],
  ])('of %s', (_, marked, expected) => {
    expect(labelsAt(marked)).toEqual(expect.arrayContaining(expected));
  });

  test('a list of tasks starts with an item', () => {
    expect(choose(`${start}‸`, 'tasks')).toBe(`${start}tasks:\n      - ‸`);
  });

  test.each([
    [
      'in a branch: only what ran before it there',
      flow.replace('IN SECOND', '{{ task_outputs.‸ }}'),
      ['plan', 'first'],
    ],
    ['in another branch', flow.replace('script: make first', 'script: "{{ task_outputs.‸ }}"'), ['plan']],
    [
      'after a block that runs once, and after a loop only its outputs',
      flow.replace('message: "{{ task_outputs.deploy.digests', 'message: "{{ task_outputs.‸'),
      ['plan', 'unit', 'first', 'deploy', 'matrix', 'wait'],
    ],
    [
      'of a loop: its outputs and counts',
      flow.replace('message: "{{ task_outputs.deploy.digests', 'message: "{{ task_outputs.deploy.‸'),
      ['digests', 'total', 'succeeded', 'failed'],
    ],
    [
      'in the outputs of a loop: its tasks',
      flow.replace('type: STRING, value: "{{ task_outputs.push', 'type: STRING, value: "{{ task_outputs.‸'),
      ['plan', 'unit', 'first', 'push'],
    ],
    [
      'in the values of a loop: not its tasks',
      flow.replace('task_outputs.plan.regions', 'task_outputs.‸'),
      ['plan', 'unit', 'first'],
    ],
    [
      'in the condition of an Until: its tasks',
      flow.replace('condition: task_outputs.probe.ready', 'condition: task_outputs.‸'),
      ['plan', 'unit', 'first', 'deploy', 'matrix', 'probe'],
    ],
    [
      'in the outputs of the flow',
      flow.replace('JSON, value: "{{ task_outputs.deploy', 'JSON, value: "{{ task_outputs.‸'),
      ['plan', 'unit', 'first', 'deploy', 'matrix', 'wait'],
    ],
    [
      'to items, where there are some',
      flow.replace('{{ task_outputs.push.digest }} of', '{{ ‸ }} of'),
      ['inputs', 'variables', 'task_outputs', 'items', 'item_index'],
    ],
    ['but not outside', flow.replace('IN SECOND', '{{ ‸ }}'), ['inputs', 'variables', 'task_outputs']],
    ['to the loop', flow.replace('of {{ items.deploy.name', 'of {{ items.‸'), ['deploy']],
    ['to the fields of its items', flow.replace('of {{ items.deploy.name', 'of {{ items.deploy.‸'), ['name', 'url']],
    ['to the fields of a matrix', flow.replace('items.matrix.os', 'items.matrix.‸'), ['os', 'node']],
    ['to the index', flow.replace('of {{ items.deploy.name', 'of {{ item_index.‸'), ['deploy']],
    ['to the item in its key', flow.replace('key: "{{ items.deploy.name', 'key: "{{ items.deploy.‸'), ['name', 'url']],
    ['not to the item in the values', flow.replace('"{{ task_outputs.plan.regions', '"{{ items.‸'), []],
  ])('of references %s', (_, marked, expected) => {
    expect(labelsAt(marked)).toEqual(expected);
  });

  test.each([
    ['"{{ items.‸"', 'each', '"{{ items.each }}‸"'],
    ['"{{ items.‸ }}"', 'each', '"{{ items.each‸ }}"'],
  ])('writes %s with %s as %s', (text, label, expected) => {
    const inLoop = (message: string) =>
      `tasks:\n  - id: each\n    ${type('flow.ForEach')}\n    values: [a, b]\n    tasks:\n      - id: t\n        ${type('log.Log')}\n        message: ${message}\n`;
    expect(choose(inLoop(text), label)).toBe(inLoop(expected));
  });
});

describe('completion agrees with the check of references', () => {
  const outputs = [
    'plan.regions',
    'unit.passed',
    'first.count',
    'push.digest',
    'deploy.digests',
    'deploy.failed',
    'probe.ready',
    'wait.last',
  ];
  const places = [
    ['the first branch', 'script: make unit', 'script: echo "REF"'],
    ['the second branch', 'script: make first', 'script: echo "REF"'],
    ['a later task of a branch', 'IN SECOND', 'REF'],
    ['a task in a loop', './push "{{ items.deploy.url }}"', './push "REF"'],
    ['a list of a choice in a loop', '{{ task_outputs.push.digest }} of', 'REF of'],
    ['the key of a loop', 'key: "{{ items.deploy.name }}"', 'key: "{{ items.deploy.name }} REF"'],
    ['an output of a loop', 'STRING, value: "{{ task_outputs.push.digest }}"', 'STRING, value: "a REF"'],
    ['a task of another loop', '{{ items.matrix.os }}', 'REF'],
    ['an output of an Until', 'BOOLEAN, value: "{{ task_outputs.probe.ready }}"', 'BOOLEAN, value: "a REF"'],
    ['a task after all', 'message: "{{ task_outputs.deploy.digests }}"', 'message: "REF"'],
    ['an output of the flow', 'JSON, value: "{{ task_outputs.deploy.digests }}"', 'JSON, value: "a REF"'],
  ] as const;

  test.each(places)('in %s', (_, from, to) => {
    const offered = new Set(labelsAt(flow.replace(from, to.replace('REF', '{{ task_outputs.‸ }}'))));
    for (const output of outputs) {
      const reference = `task_outputs.${output}`;
      const hidden = problemsOf(flow.replace(from, to.replace('REF', `{{ ${reference} }}`))).filter(
        (message) => message.includes(reference) && /no value yet|no single value outside/.test(message),
      );
      expect({ output, isOffered: offered.has(output.split('.')[0]!) }).toEqual({
        output,
        isOffered: hidden.length === 0,
      });
    }
  });
});

describe('hover and definition', () => {
  test.each([
    ['the block of an item', /(?<=\{\{ items\.)deploy(?=\.url)/, 'Task `deploy`', '- id: deploy'],
    [
      'a field of an item',
      /(?<=items\.deploy\.)name(?= \}\}"\n {4}tasks)/,
      'Field `name`: `STRING`\n\nThe region.',
      'name: {type',
    ],
    ['a list of a matrix', /(?<=items\.matrix\.)os/, 'Field `os`', 'matrix: {os'],
    ['the block of an index', /(?<=item_index\.)deploy/, 'Task `deploy`', '- id: deploy'],
    [
      'an output of a loop',
      /(?<=JSON, value: "\{\{ task_outputs\.deploy\.)digests/,
      'Field `digests`: `JSON`',
      '- {id: digests, type: STRING',
    ],
    ['a task in a block', /(?<=task_outputs\.)push/, 'Returns `digest`', '- id: push'],
    ['a task in a condition', /(?<=condition: task_outputs\.)probe/, 'Returns `ready`', '- id: probe'],
  ])('of %s', (_, pattern, markdown, line) => {
    const offset = flow.search(pattern);
    expect(service.hover(flow, offset)?.markdown).toContain(markdown);
    const range = service.definition(flow, offset);
    expect(range && lineAt(flow, range.start)).toContain(line);
  });

  test('of the keyword of a condition tells what it is', () => {
    const { text, offset } = atCursor(flow.replace('condition: items', 'con‸dition: items'));
    expect(service.hover(text, offset)?.markdown).toContain('required');
  });
});

describe('rename', () => {
  function renamed(pattern: RegExp, newName: string): string {
    const result = service.rename(flow, flow.search(pattern), newName);
    if ('refusal' in result) throw new Error(result.refusal);
    return result.edits.reduceRight(
      (edited, { range, newText }) => edited.slice(0, range.start) + newText + edited.slice(range.end),
      flow,
    );
  }

  test.each([
    ['a loop', /deploy\n/, 'ship', 'deploy'],
    ['a task in a loop', /push\n/, 'upload', 'push'],
    ['a field of items', /(?<=items\.deploy\.)url/, 'address', 'url'],
    ['a list of a matrix', /(?<=items\.matrix\.)os/, 'system', 'os'],
    ['an output of a loop', /digests,/, 'hashes', 'deploy.digests'],
    ['a task in an Until', /probe\n/, 'ask', 'probe'],
  ])('of %s changes all its uses', (_, pattern, newName, before) => {
    const result = renamed(pattern, newName);
    expect(problemsOf(result)).toEqual([]);
    const left = result.split('\n').filter((line) => new RegExp(`(?<![\\w./])${before}\\b(?!\\.sh)`).test(line));
    expect(left.filter((line) => !line.includes('./push'))).toEqual([]);
  });

  test('of a field of literal items changes the items too', () => {
    const text = `id: a
namespace: a
description: a
tasks:
  - id: each
    ${type('flow.ForEach')}
    schema: {host: {type: STRING}}
    values: [{host: a}, {host: b}]
    key: "{{ items.each.host }}"
    tasks:
      - {id: tell, ${type('log.Log')}, message: "{{ items.each.host }}"}
`;
    const result = service.rename(text, text.indexOf('host'), 'name');
    expect('edits' in result && result.edits.map(({ range }) => text.slice(range.start, range.end))).toEqual(
      Array(5).fill('host'),
    );
  });
});

test('symbols, uses and calls are found inside blocks', () => {
  const tasks = service.symbols(flow).flatMap(({ kind, name }) => (kind === 'task' ? [name] : []));
  expect(tasks).toEqual([
    'plan',
    'verify',
    'unit',
    'chain',
    'first',
    'second',
    'deploy',
    'push',
    'stage',
    'tell',
    'matrix',
    'test',
    'wait',
    'probe',
    'report',
  ]);
  const text = `tasks:\n  - id: a\n    ${type('flow.If')}\n    then:\n      - {id: b, ${type('flow.Subflow')}, namespace: ci, flowId: build}\n`;
  expect(service.calls(text)).toEqual([{ namespace: 'ci', id: 'build' }]);
});

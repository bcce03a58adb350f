import { describe, expect, test } from 'vitest';
import { defaultFlowLimits } from '../../../src/language/document/flow-limits.ts';
import type { BlockPlan } from '../../../src/language/execution-plan/flow-plan.ts';
import { planFlow } from '../../../src/language/execution-plan/plan-flow.ts';
import { eachTask } from '../../../src/language/flow/flow.ts';
import { typesOfFlow } from '../../../src/language/flow/types-of-flow.ts';
import { flowOf, taskTypes } from '../../support/transpile-yaml.ts';
import { check, pointed } from './check.ts';

const type = (name: string) => `type: dev.vendor.plugin.core.flow.${name}`;
const log = (id: string, message = 'x') => `{id: ${id}, type: dev.vendor.plugin.core.log.Log, message: "${message}"}`;
const count = (id: string) =>
  `{id: ${id}, type: dev.vendor.plugin.core.shell.Shell, script: x, outputSchema: {n: {type: INT}}}`;

const inputs = `inputs:
  - {id: go, type: BOOLEAN, defaults: true}
  - {id: name, type: STRING, defaults: a}
  - {id: regions, type: MULTISELECT, values: [eu, us], defaults: [eu]}
  - {id: hosts, type: JSON, defaults: '[]'}
  - {id: token, type: SECRET, required: false}
`;

/** A flow with a block, and a task after it. */
function flowWith(block: string, behind = 'x'): string {
  const used = '"{{ inputs.go }}{{ inputs.name }}{{ inputs.regions }}{{ inputs.hosts }}"';
  return `id: sample\nnamespace: examples\ndescription: A sample.\n${inputs}tasks:\n${block}\n  - ${log('behind', behind)}\n  - {id: use, ${'type: dev.vendor.plugin.core.log.Log'}, message: ${used}}\n  - {id: secret, type: dev.vendor.plugin.core.shell.Shell, script: 'x "{{ inputs.token }}"'}\n`;
}

function problemsOf(block: string, behind?: string): readonly string[] {
  const text = flowWith(block, behind);
  return pointed(text, check(text, { taskTypes }));
}

const loop = (values: string, more = '', tasks = log('inside')) =>
  `  - {id: deploy, ${type('ForEach')}, values: ${values}, ${more} tasks: [${tasks}]}`;

describe('a reference', () => {
  const parallel = `  - {id: both, ${type('Parallel')}, tasks: [${count('a')}, ${log('b', '{{ task_outputs.a.n }}')}]}`;
  const branches = (condition: string) =>
    `  - {id: either, ${type('If')}, condition: "${condition}", then: [${count('c')}], else: [${log('d', '{{ task_outputs.c.n }}')}]}`;

  test.each<[string, string, string | undefined, readonly string[]]>([
    ['from one branch to another', parallel, undefined, ['forward-reference «{{ task_outputs.a.n }}»']],
    [
      'from one list of a choice to another',
      branches('inputs.go'),
      undefined,
      ['forward-reference «{{ task_outputs.c.n }}»'],
    ],
    [
      'to a task of a branch from after the block',
      `  - {id: both, ${type('Parallel')}, tasks: [${count('a')}]}`,
      '{{ task_outputs.a.n }}',
      [],
    ],
    [
      'to a task of a choice from after the block',
      `  - {id: e, ${type('Switch')}, value: x, cases: {x: [${count('c')}]}}`,
      '{{ task_outputs.c.n }}',
      [],
    ],
    [
      'to the task before in a sequence',
      `  - {id: s, ${type('Sequential')}, tasks: [${count('a')}, ${log('b', '{{ task_outputs.a.n }}')}]}`,
      undefined,
      [],
    ],
    [
      'into a loop from outside',
      loop('[eu]', '', count('a')),
      '{{ task_outputs.a.n }}',
      ['undeclared-output «{{ task_outputs.a.n }}»'],
    ],
    [
      'to a declared output of a loop',
      loop('[eu]', 'outputs: [{id: all, type: INT, value: "{{ task_outputs.a.n }}"}],', count('a')),
      '{{ task_outputs.deploy.all }} {{ task_outputs.deploy.failed }}',
      [],
    ],
    ['to an item', loop('[eu]', '', log('b', '{{ items.deploy }} {{ item_index.deploy }}')), undefined, []],
    ['to an item from outside', loop('[eu]'), '{{ items.deploy }}', ['unknown-reference «{{ items.deploy }}»']],
    [
      'to the index as a field',
      loop('[eu]', '', log('b', '{{ items.deploy.index }}')),
      undefined,
      ['unknown-reference «{{ items.deploy.index }}»'],
    ],
    [
      'to a field',
      loop('"{{ inputs.hosts }}"', 'schema: {url: {type: URI}},', log('b', '{{ items.deploy.url }}')),
      undefined,
      [],
    ],
    [
      'to an unknown field',
      loop('"{{ inputs.hosts }}"', 'schema: {url: {type: URI}},', log('b', '{{ items.deploy.uri }}')),
      undefined,
      ['unknown-reference «{{ items.deploy.uri }}»'],
    ],
    [
      'to an unknown loop',
      loop('[eu]', '', log('b', '{{ items.deplay }}')),
      undefined,
      ['unknown-reference «{{ items.deplay }}»'],
    ],
    [
      'to the block around it',
      loop('[eu]', '', log('b', '{{ task_outputs.deploy.total }}')),
      undefined,
      ['forward-reference «{{ task_outputs.deploy.total }}»'],
    ],
    [
      'of a key to a task of the item',
      loop('[eu]', 'key: "{{ task_outputs.a.n }}",', count('a')),
      undefined,
      ['forward-reference «{{ task_outputs.a.n }}»'],
    ],
    [
      'of a condition after the pass',
      `  - {id: u, ${type('Until')}, condition: task_outputs.a.n > 3, max_attempt: 2, tasks: [${count('a')}]}`,
      undefined,
      [],
    ],
    [
      'of a condition with other types',
      `  - {id: u, ${type('Until')}, condition: task_outputs.a.n == 'x', max_attempt: 2, tasks: [${count('a')}]}`,
      undefined,
      [`type-mismatch «task_outputs.a.n == 'x'»`],
    ],
    [
      'of a condition before the block',
      `  - {id: e, ${type('If')}, condition: task_outputs.c.n == 1, then: [${count('c')}]}`,
      undefined,
      ['forward-reference «task_outputs.c.n»'],
    ],
  ])('%s', (_, block, behind, problems) => {
    expect(problemsOf(block, behind)).toEqual(problems);
  });
});

describe('a list', () => {
  test.each<[string, string, readonly string[]]>([
    ['can be a MULTISELECT', loop('"{{ inputs.regions }}"'), []],
    ['can be JSON', loop('"{{ inputs.hosts }}"'), []],
    ['cannot be a plain string', loop('"{{ inputs.name }}"'), ['type-mismatch «"{{ inputs.name }}"»']],
    ['cannot be composed', loop('"{{ inputs.hosts }},"'), ['wrong-type «"{{ inputs.hosts }},"»']],
    ['has plain items', loop('[{a: 1}]'), ['wrong-type «{a: 1}»']],
    [
      'has items with all fields',
      loop('[{url: "https://a.b"}, {uri: x}]', 'schema: {url: {type: URI}},'),
      ['wrong-type «{uri: x}»'],
    ],
    ['has fields of their types', loop('[{n: 1}, {n: x}]', 'schema: {n: {type: INT}},'), ['type-mismatch «x»']],
    ['repeats no key', loop('[eu, us, eu]'), ['invalid-value «eu»']],
    [
      'repeats no computed key',
      loop('[{n: 1, m: 2}, {n: 1, m: 3}]', 'schema: {n: {type: INT}, m: {type: INT}}, key: "k{{ items.deploy.n }}",'),
      ['invalid-value «{n: 1, m: 3}»'],
    ],
    ['may repeat a value with other keys', loop('[eu, eu]', 'key: "{{ item_index.deploy }}",'), []],
    ['is not longer than max_items', loop('[a, b, c]', 'max_items: 2,'), ['invalid-value «[a, b, c]»']],
    ['contains no secrets', loop('["{{ inputs.token }}"]'), ['invalid-value «"{{ inputs.token }}"»']],
    [
      'of a matrix excludes its fields only',
      `  - {id: m, ${type('ForEach')}, matrix: {os: [a, b]}, exclude: [{node: 1}], tasks: [${log('i')}]}`,
      ['unknown-property «1»'],
    ],
    [
      'and a matrix cannot be used together',
      `  - {id: m, ${type('ForEach')}, values: [a], matrix: {os: [a, b]}, tasks: [${log('i')}]}`,
      ['conflicting-properties «matrix»'],
    ],
  ])('%s', (_, block, problems) => {
    expect(problemsOf(block)).toEqual(problems);
  });
});

describe('a block', () => {
  const nested = (depth: number): string =>
    depth === 0 ? log('leaf') : `{id: s${depth}, ${type('Sequential')}, tasks: [${nested(depth - 1)}]}`;

  test.each<[string, string, readonly string[]]>([
    ['can be nested three deep', `  - ${nested(3)}`, []],
    ['cannot be nested four deep', `  - ${nested(4)}`, ['invalid-value «dev.vendor.plugin.core.flow.Sequential»']],
    ['needs tasks', `  - {id: s, ${type('Sequential')}, tasks: []}`, ['empty-list «[]»']],
    [
      'has no outputSchema',
      `  - {id: s, ${type('Sequential')}, outputSchema: {a: {type: INT}}, tasks: [${log('b')}]}`,
      ['conflicting-properties «{a: {type: INT}}»'],
    ],
    [
      'needs a bound',
      `  - {id: u, ${type('Until')}, condition: inputs.go, tasks: [${log('b')}]}`,
      ['missing-property «id»'],
    ],
    [
      'can be bound by its timeout',
      `  - {id: u, ${type('Until')}, condition: inputs.go, timeout: 5m, tasks: [${log('b')}]}`,
      [],
    ],
    [
      'has a valid interval',
      `  - {id: u, ${type('Until')}, condition: inputs.go, timeout: 5m, interval: 5, tasks: [${log('b')}]}`,
      ['coerced-text «5»', 'invalid-duration «5»'],
    ],
    ['repeats no output', loop('[a]', 'outputs: [{id: total, type: INT, value: "1"}],'), ['duplicate-id «total»']],
    [
      'has outputs of their types',
      loop('[a]', 'outputs: [{id: x, type: BOOLEAN, value: "{{ task_outputs.a.n }}"}],', count('a')),
      ['type-mismatch «"{{ task_outputs.a.n }}"»'],
    ],
    [
      'has unique ids inside',
      `  - {id: s, ${type('Sequential')}, tasks: [${log('behind')}]}`,
      ['duplicate-id «behind»'],
    ],
    [
      'reports tasks inside',
      `  - {id: s, ${type('Sequential')}, tasks: [{id: t, type: Nope}, ${log('u', '{{ inputs.nope }}')}]}`,
      ['unknown-task-type «Nope»', 'unknown-reference «{{ inputs.nope }}»'],
    ],
    [
      'shares no name with an input',
      `  - {id: name, ${type('ForEach')}, values: [a], tasks: [${log('i', '{{ items.name }}')}]}`,
      [],
    ],
    [
      'warns of executors',
      `  - {id: p, ${type('Parallel')}, tasks: [{id: t, type: dev.vendor.plugin.core.shell.Shell, script: x, worker_group: arm}]}`,
      ['block-needs-executors «dev.vendor.plugin.core.flow.Parallel»'],
    ],
  ])('%s', (_, block, problems) => {
    expect(problemsOf(block)).toEqual(problems);
  });

  test('counts once in the limit of tasks', () => {
    const text = flowWith(`  - {id: s, ${type('Sequential')}, tasks: [${log('a')}, ${log('b')}]}`);
    const limits = (tasks: number) => ({ taskTypes, limits: { ...defaultFlowLimits, tasks } });
    expect(check(text, limits(6)).problems).toEqual([]);
    expect(check(text, limits(5)).problems.map(({ code }) => code)).toContain('jenkinsfile-too-large');
  });
});

describe('the plan', () => {
  const planned = (block: string): BlockPlan | undefined => {
    const { plan } = planFlow(flowOf(flowWith(block)), undefined, {
      taskTypes,
      settings: { vendor: 'vendor', prefix: 'VENDOR' },
    });
    const work = plan.sections.tasks[0]?.work;
    return work?.kind === 'block' ? work.block : undefined;
  };

  test('of a loop has its values, names and lists', () => {
    const block = planned(loop('["{{ inputs.name }}", b]', 'fail_fast: true, workspace: own,'));
    expect(block).toMatchObject({
      kind: 'loop',
      fields: [{ field: undefined, name: 'ITEM_DEPLOY', type: 'STRING' }],
      indexName: 'ITEM_INDEX_DEPLOY',
      ownWorkspaces: true,
      source: { kind: 'list', list: { kind: 'literal' } },
    });
  });

  test('leaves out disabled tasks', () => {
    const block = planned(
      `  - {id: s, ${type('Sequential')}, tasks: [${log('a')}, {id: b, disabled: true, type: dev.vendor.plugin.core.log.Log, message: x}]}`,
    );
    expect(block?.kind === 'sequence' && block.tasks.map(({ task }) => task.id)).toEqual(['a']);
  });

  test('of a choice has its lists in order', () => {
    const block = planned(
      `  - {id: e, ${type('Switch')}, value: "{{ inputs.name }}", cases: {x: [${log('a')}], y: [${log('b')}]}, default: [${log('c')}]}`,
    );
    expect(block?.kind === 'choice' && block.choices.map(({ equals, tasks }) => [equals, tasks[0]?.task.id])).toEqual([
      ['x', 'a'],
      ['y', 'b'],
      [undefined, 'c'],
    ]);
  });

  test('types the values of items', () => {
    const flow = flowOf(
      flowWith(
        `  - {id: m, ${type('ForEach')}, matrix: {os: [a], n: [1, 2], f: [1.5], b: [true]}, tasks: [${log('i')}]}`,
      ),
    );
    const typeOf = typesOfFlow(flow);
    expect(['os', 'n', 'f', 'b'].map((field) => typeOf({ root: 'items', block: 'm', field }))).toEqual([
      'STRING',
      'INT',
      'FLOAT',
      'BOOLEAN',
    ]);
    expect(typeOf({ root: 'item_index', block: 'm' })).toBe('INT');
    expect([...eachTask(flow.tasks)].map(({ id }) => id)).toEqual(['m', 'i', 'behind', 'use', 'secret']);
  });
});

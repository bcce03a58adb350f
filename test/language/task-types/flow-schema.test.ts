import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { defaultFlowLimits } from '../../../src/language/document/flow-limits.ts';
import { checkFlow } from '../../../src/language/flow/check-flow.ts';
import { inputTypeNames } from '../../../src/language/input-types/input-types.ts';
import { unlimitedTime } from '../../../src/language/safe-patterns/time-budget.ts';
import { loadTaskRegistry } from '../../../src/language/task-loader/load-task-registry.ts';
import { ownTaskFolder } from '../../../src/language/task-loader/task-folder.ts';
import { flowSchema } from '../../../src/language/task-types/flow-schema.ts';
import { schemaProperties } from '../../support/schema-properties.ts';

const taskTypes = await loadTaskRegistry({ folders: [ownTaskFolder()], vendor: 'vendor' });
const schema = flowSchema(taskTypes);
const ajv = new Ajv2020({ allErrors: true, strict: true });
const validate = ajv.compile(schema);

const golden = join(import.meta.dirname, '..', '..', 'golden', 'flows');
const flows = readdirSync(golden)
  .filter((name) => name !== 'json-body')
  .map((name) => ({ name, text: readFileSync(join(golden, name, 'flow.yaml'), 'utf8') }));
const isValid = (text: string) =>
  checkFlow(
    { text, format: 'yaml' },
    { taskTypes, vendor: 'vendor', prefix: 'VENDOR', limits: defaultFlowLimits, makeBudget: unlimitedTime },
  ).flow !== undefined;

describe('the schema of a flow', () => {
  it.each(flows.filter(({ text }) => isValid(text)))('accepts $name', ({ text }) => {
    validate(parse(text));
    expect(validate.errors ?? []).toEqual([]);
  });

  it.each(
    taskTypes.types.flatMap(({ name, documentation }) =>
      documentation.examples.map((example) => ({ name, ...example })),
    ),
  )('agrees with the example "$title" of $name', ({ yaml }) => {
    const value: unknown = parse(yaml);
    const text = Array.isArray(value) ? `id: x\nnamespace: x\ntasks:\n${yaml.replace(/^/gm, '  ')}` : yaml;
    if (!isValid(text)) return;
    validate(parse(text));
    expect(validate.errors ?? []).toEqual([]);
  });

  const flow = (line: string) =>
    `id: x\nnamespace: x\ntasks:\n  - {id: a, type: dev.vendor.plugin.core.log.Log, message: hello}\n${line}`;
  const task = (line: string) => `id: x\nnamespace: x\ntasks:\n  - {id: a, ${line}}\n`;
  const block = (name: string, line: string) => task(`type: dev.vendor.plugin.core.flow.${name}, ${line}`);
  const sequential = 'type: dev.vendor.plugin.core.flow.Sequential';
  const log = 'id: inner, type: dev.vendor.plugin.core.log.Log';
  const input = (line: string) => flow(`inputs:\n  - {id: a, ${line}}\n`);

  it.each([
    ['an unknown property', flow('inptus: []')],
    ['no tasks', 'id: x\nnamespace: x\n'],
    ['an empty list of tasks', 'id: x\nnamespace: x\ntasks: []\n'],
    ['a namespace in upper case', flow('').replace('namespace: x', 'namespace: X')],
    ['a number as a timeout', flow('timeout: 90')],
    ['a duration of days', flow('timeout: 3d')],
    ['an unknown task type', task('type: dev.vendor.plugin.core.log.Lug, message: m')],
    ['a task without a required property', task('type: dev.vendor.plugin.core.log.Log')],
    ['a property of another task type', task('type: dev.vendor.plugin.core.log.Log, message: m, commands: [ls]')],
    ['both commands and script', task('type: dev.vendor.plugin.core.shell.Shell, commands: [ls], script: ls')],
    ['an alias without a required property', task('type: dev.vendor.plugin.core.shell.Commands')],
    ['an unknown input type', input('type: TEXT')],
    ['a constraint of another type', input('type: INT, pattern: a')],
    ['an ENUM without values', input('type: ENUM')],
    ['a default of another type', input('type: INT, defaults: many')],
    ['a default of a FILE that is not a URL', input('type: FILE, defaults: upload.csv')],
    ['depends_on without a condition', input('type: INT, depends_on: {inputs: [b]}')],
    ['an unknown trigger', flow('triggers: [{id: t, type: clock}]')],
    [
      'a filter of another type',
      flow('triggers: [{id: t, type: webhook, conditions: [{type: regex, field: body.a, value: b}]}]'),
    ],
    [
      'a filter without a value',
      flow('triggers: [{id: t, type: webhook, conditions: [{type: filter, field: body.a}]}]'),
    ],
    ['a check without a message', flow('checks: [{condition: "true"}]')],
    ['an output without a value', flow('outputs: [{id: o, type: INT}]')],
    ['an invalid name of an environment variable', flow('variables: {a-b: x}')],
    ['a date in another format', input('type: DATE, defaults: 1.5.2026')],
    ['a size without a unit', input('type: FILE, max_size: 10')],
    ['a wait of zero', flow('retry: {max_attempt: 2, interval: 0s}')],
    [
      'a secret among the fields of a task',
      task('type: dev.vendor.plugin.core.shell.Shell, script: ls, outputSchema: {a: {type: SECRET}}'),
    ],
    [
      'an environment variable without a value',
      task('type: dev.vendor.plugin.core.shell.Shell, script: ls, env: {A: }'),
    ],
    ['a task without a type in a block', block('Parallel', 'tasks: [{id: b}]')],
    ['an empty block', block('Parallel', 'tasks: []')],
    ['a block without tasks', block('Sequential', '')],
    ['an invalid task two blocks deep', block('Parallel', `tasks: [{id: b, ${sequential}, tasks: [{${log}}]}]`)],
    ['an invalid task in else', block('If', `condition: "true", then: [{${log}, message: m}], else: [{${log}}]`)],
    ['an invalid task in a case', block('Switch', `value: a, cases: {a: [{${log}, message: 1, script: ls}]}`)],
    ['an empty condition of a block', block('If', `condition: "", then: [{${log}, message: m}]`)],
    ['a loop over two lists', block('ForEach', `values: [a], matrix: {b: [c]}, tasks: [{${log}, message: m}]`)],
    ['a limit of no branches', block('Parallel', `concurrency: 0, tasks: [{${log}, message: m}]`)],
    ['too high a max_items', block('ForEach', `values: [a], max_items: 10001, tasks: [{${log}, message: m}]`)],
    ['an empty condition', task('type: dev.vendor.plugin.core.log.Log, message: m, run_if: ""')],
    ['a schedule of four fields', flow('triggers: [{id: t, type: schedule, cron: "* * * *"}]')],
  ])('rejects %s, as Flowgate does', (_what, text) => {
    expect(validate(parse(text))).toBe(false);
    expect(isValid(text)).toBe(false);
  });

  it('accepts plain numbers and empty properties, as Flowgate does', () => {
    const text = flow(
      'description: 1.0\ntimeout:\nlabels: {version: 3.10, on: true}\ninputs:\n  - {id: e, type: ENUM, values: [1, true], defaults: 1, prefill: }\n',
    );
    expect(isValid(text)).toBe(true);
    expect(validate(parse(text))).toBe(true);
  });

  it.each([
    ['a word', task('type: dev.vendor.plugin.core.http.Request, url: "http://a", method: , expectedStatus: ')],
    ['one of two that exclude each other', task('type: dev.vendor.plugin.core.shell.Shell, commands: [ls], script: ')],
    ['the type of a retry', flow('retry: {type: , max_attempt: 2, interval: 1s}')],
    ['every field of a retry', flow('retry: {type: , max_attempt: , interval: , max_interval: , delay_factor: }')],
  ])('treats %s without a value as missing', (_what, text) => {
    expect(isValid(text)).toBe(true);
    expect(validate(parse(text))).toBe(true);
  });

  it.each(['{}', '{type: random}', '{type: exponential, max_interval: 1m}', '{max_attempt: 2}', '{interval: 1s}'])(
    'accepts the retry %s',
    (retry) => {
      const text = flow(`retry: ${retry}`);
      expect(isValid(text)).toBe(true);
      expect(validate(parse(text))).toBe(true);
    },
  );

  it.each([
    flow(
      'inputs:\n  - {id: branch, type: STRING}\n  - {id: token, type: SECRET, defaults: "credential:deploy"}\n  - {id: file, type: FILE, defaults: "https://a.b/c"}\n  - {id: many, type: MULTISELECT, values: [a], defaults: []}\ntriggers: [{id: t, type: webhook, conditions: [{type: filter, field: trigger.body.a, value: [1, b, true]}, "trigger.body.b"]}, {id: s, type: schedule, cron: "@daily", conditions: [{type: filter, field: inputs.branch, value: b}]}]',
    ),
  ])('accepts defaults and conditions of every kind', (text) => {
    expect(isValid(text)).toBe(true);
    validate(parse(text));
    expect(validate.errors ?? []).toEqual([]);
  });

  it.each([
    block('Parallel', `concurrency: "{{ inputs.n }}", fail_fast: true, workspace: own, tasks: [{${log}, message: m}]`),
    block('If', `condition: inputs.a == 'b', then: [{${log}, message: m}], else: []`),
    block(
      'Switch',
      `value: 1, cases: {a: [{${log}, message: m}], 2: [{id: c, ${sequential}, tasks: [{id: d, type: dev.vendor.plugin.core.log.Log, message: m}]}]}`,
    ),
    block(
      'ForEach',
      `values: [1, true, a], key: "{{ item_index.a }}", max_items: 3, tasks: [{${log}, message: "{{ items.a }}"}]`,
    ),
    block(
      'ForEach',
      `matrix: {b: [1, 2], c: [x]}, exclude: [{b: 1}], tasks: [{${log}, message: "{{ items.a.b }}"}], outputs: [{id: o, type: STRING, value: x}]`,
    ),
    block('Until', `condition: "true", interval: 1s, max_attempt: 3, tasks: [{${log}, message: m}]`),
    block('Until', `condition: "true", timeout: 1h, tasks: [{${log}, message: m}], outputs: []`),
  ])('accepts blocks: %s', (text) => {
    const declared = `${text}inputs: [{id: n, type: INT, defaults: 1}, {id: a, type: STRING, defaults: b}]\n`;
    expect(isValid(declared)).toBe(true);
    validate(parse(declared));
    expect(validate.errors ?? []).toEqual([]);
  });

  it('describes every property', () => {
    const undescribed = schemaProperties(schema)
      .filter(({ described }) => !described)
      .map(({ path }) => path);
    expect(undescribed).toEqual([]);
  });

  it('contains every input type and every alias', () => {
    const text = JSON.stringify(schema);
    for (const name of [...inputTypeNames, ...taskTypes.names]) expect(text).toContain(`"${name}"`);
  });
});

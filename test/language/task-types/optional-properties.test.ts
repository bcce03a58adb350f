import { Ajv2020 } from 'ajv/dist/2020.js';
import { describe, expect, it } from 'vitest';
import { isJsonObject, type JsonObject, type JsonValue } from '../../../src/base/text/json-value.ts';
import { defaultFlowLimits } from '../../../src/language/document/flow-limits.ts';
import { checkFlow } from '../../../src/language/flow/check-flow.ts';
import { checkSection } from '../../../src/language/flow/read/check-section.ts';
import { concurrencySection, flowSection } from '../../../src/language/flow/read/flow-section.ts';
import { outputSection } from '../../../src/language/flow/read/output-sections.ts';
import { retrySection } from '../../../src/language/flow/read/retry-section.ts';
import { taskSection } from '../../../src/language/flow/read/task-section.ts';
import { triggerSections } from '../../../src/language/flow/read/trigger-sections.ts';
import { inputTypeNames, inputTypes } from '../../../src/language/input-types/input-types.ts';
import { unlimitedTime } from '../../../src/language/safe-patterns/time-budget.ts';
import { flowSchema } from '../../../src/language/task-types/flow-schema.ts';
import { taskTypes } from '../../support/transpile-yaml.ts';

const validate = new Ajv2020({ allErrors: true, strict: false }).compile(flowSchema(taskTypes));

/** The errors of a document, by Flowgate and by the schema for editors. */
function errorsIn(document: JsonObject): readonly string[] {
  const { problems } = checkFlow(
    { text: JSON.stringify(document), format: 'json' },
    { taskTypes, vendor: 'vendor', prefix: 'VENDOR', limits: defaultFlowLimits, makeBudget: unlimitedTime },
  );
  validate(document);
  return [
    ...problems.filter(({ severity }) => severity === 'error').map(({ path, message }) => `${path}: ${message}`),
    ...(validate.errors ?? []).map(({ instancePath, message }) => `schema: ${instancePath} ${message}`),
  ];
}

const task = { id: 'a', type: 'dev.vendor.plugin.core.log.Log', message: 'hello' };
const flow = { id: 'x', namespace: 'x', tasks: [task] };
const inFlow = (more: JsonObject): JsonObject => ({ ...flow, ...more });

/** A part of a document: its required properties, the schemas of its properties, and a flow that contains it. */
interface Part {
  readonly name: string;
  readonly needed: JsonObject;
  readonly schemas: Readonly<Record<string, JsonValue | undefined>>;
  readonly place: (part: JsonObject) => JsonObject;
}

const schemasOf = (properties: Readonly<Record<string, { readonly schema: JsonObject }>>) =>
  Object.fromEntries(Object.entries(properties).map(([name, { schema }]) => [name, schema]));

const common = { description: {}, display_name: {}, required: {}, defaults: {}, prefill: {}, depends_on: {} };
const inputs = inputTypeNames.map((type): Part => {
  const { constraints, required = [] } = inputTypes[type].definition;
  return {
    name: `an input of type ${type}`,
    needed: { id: 'i', type, ...Object.fromEntries(required.map((name) => [name, ['a']])) },
    schemas: { ...common, ...constraints },
    place: (input) => inFlow({ inputs: [input] }),
  };
});

/** For each task type, the first example that is a task. */
const tasks = taskTypes.types.map(({ name, documentation: { schema } }): Part => {
  const known: JsonObject = {
    commands: ['ls'],
    script: 'x',
    containerImage: 'x',
    url: 'https://x.example',
    message: 'x',
    flowId: 'x',
    namespace: 'x',
    outputPath: 'x',
    tasks: [task],
    // oxlint-disable-next-line unicorn/no-thenable -- a property of the block If
    then: [task],
    cases: { x: [task] },
    condition: '1 == 1',
    values: ['x'],
    for: '2h',
    max_attempt: 1,
  };
  const alternatives = [schema.oneOf ?? schema.anyOf ?? []].flat() as { required: string[] }[];
  const required = [...((schema.required as string[]) ?? []), ...(alternatives[0]?.required ?? [])];
  return {
    name,
    needed: { ...Object.fromEntries(required.map((key) => [key, known[key] ?? 'x'])), id: 'b', type: name },
    schemas: isJsonObject(schema.properties) ? schema.properties : {},
    place: (item) => inFlow({ tasks: [item] }),
  };
});

const parts: readonly Part[] = [
  { name: 'a flow', needed: flow, schemas: schemasOf(flowSection.properties), place: (whole) => whole },
  {
    name: 'a task',
    needed: task,
    schemas: schemasOf(taskSection.properties),
    place: (item) => inFlow({ tasks: [item] }),
  },
  ...tasks,
  ...inputs,
  {
    name: 'depends_on',
    needed: { inputs: ['o'], condition: 'inputs.o' },
    schemas: {},
    place: (depends_on) =>
      inFlow({
        inputs: [
          { id: 'o', type: 'STRING' },
          { id: 'i', type: 'INT', depends_on },
        ],
      }),
  },
  {
    name: 'a schedule',
    needed: { id: 's', type: 'schedule', cron: '0 6 * * *' },
    schemas: schemasOf(triggerSections.schedule.properties),
    place: (trigger) => inFlow({ triggers: [trigger] }),
  },
  {
    name: 'a webhook',
    needed: { id: 's', type: 'webhook' },
    schemas: schemasOf(triggerSections.webhook.properties),
    place: (trigger) => inFlow({ triggers: [trigger] }),
  },
  {
    name: 'a check',
    needed: { condition: '1 == 1', message: 'm' },
    schemas: schemasOf(checkSection.properties),
    place: (check) => inFlow({ checks: [check] }),
  },
  {
    name: 'an output',
    needed: { id: 'o', type: 'STRING', value: 'v' },
    schemas: schemasOf(outputSection.properties),
    place: (output) => inFlow({ outputs: [output] }),
  },
  { name: 'retry', needed: {}, schemas: schemasOf(retrySection.properties), place: (retry) => inFlow({ retry }) },
  {
    name: 'concurrency',
    needed: { limit: 1 },
    schemas: schemasOf(concurrencySection.properties),
    place: (concurrency) => inFlow({ concurrency }),
  },
];

const optional = parts.flatMap((part) =>
  Object.entries(part.schemas)
    .filter(([name]) => !Object.hasOwn(part.needed, name))
    .map(([name, schema]) => ({ part, of: part.name, name, schema })),
);

/** Whether a list is one of the forms of a value. */
function takesList(schema: JsonValue | undefined): boolean {
  if (!isJsonObject(schema)) return false;
  if ([schema.type].flat().includes('array')) return true;
  return ['anyOf', 'oneOf'].some((key) => ((schema[key] ?? []) as JsonValue[]).some(takesList));
}

describe('an optional property', () => {
  it('has parts to be tried', () => expect(errorsIn(flow)).toEqual([]));

  it.each(optional)('$name of $of can be null, which is the same as not set', ({ part, name }) => {
    expect(errorsIn(part.place({ ...part.needed, [name]: null }))).toEqual(errorsIn(part.place(part.needed)));
    expect(errorsIn(part.place(part.needed))).toEqual([]);
  });

  it.each(optional.filter(({ schema }) => takesList(schema)))('$name of $of can be an empty list', ({ part, name }) => {
    expect(errorsIn(part.place({ ...part.needed, [name]: [] }))).toEqual([]);
  });

  it('can be an empty list beside the alternative that is used', () => {
    const shell = { id: 'a', type: 'dev.vendor.plugin.core.shell.Shell' };
    for (const commands of [null, []]) {
      expect(errorsIn(inFlow({ tasks: [{ ...shell, script: 'ls', commands }] }))).toEqual([]);
      expect(errorsIn(inFlow({ tasks: [{ ...shell, commands }] }))).not.toEqual([]);
    }
  });
});

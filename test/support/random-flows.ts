import fc from 'fast-check';
import { log, shell, subflow } from './agreement-cases.ts';

/*
 * Flows of all shapes: conditions over earlier outputs, retries, allowed failures, error and final tasks, flows that
 * call flows, and outputs of every type with awkward texts.
 */

const outputTypes = ['STRING', 'INT', 'FLOAT', 'BOOLEAN', 'JSON', 'MULTISELECT'] as const;
type OutputType = (typeof outputTypes)[number];

// oxfmt-ignore
const hostileTexts = [
  '', ' ', "it's", '"', '\\', '$HOME `id` $(id)', '{{ x }}', '%s\n', '\ta\n\n', '日本 🚀', 'null', '012', '-n', "'''",
  '{"a": 1}', '</x>&amp;', '* ? ~', '\r\n', 'a\u2028b', '\u0001', '[1]', 'true', '1e3', '-0', '0.50', '\u00a0',
];
const hostile = fc.oneof(
  fc.constantFrom(...hostileTexts),
  fc.string({ unit: 'grapheme', maxLength: 12 }).filter((text) => !text.includes('\0')),
);
const numbers = fc.oneof(
  fc.integer(),
  fc.constantFrom('1.0', '0.50', '1e3', '-0', '9007199254740993', '1E-7', '123456789012345678901234567890', '01', '-'),
  fc.double({ noNaN: true, noDefaultInfinity: true }),
);
const json = fc.oneof(
  fc.jsonValue({ maxDepth: 2 }).map((value) => JSON.stringify(value)),
  hostile.map((text) => JSON.stringify(text)),
  numbers.map(String),
);
/** What a task prints for a field, which mostly has its type. */
const printed: Readonly<Record<OutputType, fc.Arbitrary<string>>> = {
  STRING: hostile.map((text) => JSON.stringify(text)),
  INT: numbers.map(String),
  FLOAT: numbers.map(String),
  BOOLEAN: fc.constantFrom('true', 'false', 'null', '"true"'),
  JSON: json,
  MULTISELECT: fc.oneof(
    fc.array(hostile, { maxLength: 3 }).map((items) => JSON.stringify(items)),
    json,
  ),
};

const conditionForms = [
  '{} == null',
  '{} != null',
  '{} is empty',
  'not {}',
  '{} and 1 < 2',
  '{} or 2 < 1',
  '{} == {}',
  '1 > 2',
  '1 < 2',
] as const;

interface RandomTask {
  readonly kind: 'log' | 'script' | 'call';
  /** The type of the field that it returns. */
  readonly type: OutputType;
  readonly field: string;
  readonly text: string;
  /** Attempts that fail before one succeeds. */
  readonly failures: number;
  readonly status: number;
  readonly attempts: number;
  readonly isAllowed: boolean;
  readonly isElsewhere: boolean;
  readonly condition: (typeof conditionForms)[number] | undefined;
  /** Which earlier task it looks at. */
  readonly looksAt: number;
}

const mostly = <Value>(common: Value, ...rare: readonly Value[]): fc.Arbitrary<Value> =>
  fc.oneof({ weight: 4, arbitrary: fc.constant(common) }, { weight: 1, arbitrary: fc.constantFrom(...rare) });

const task: fc.Arbitrary<RandomTask> = fc.constantFrom(...outputTypes).chain((type) =>
  fc.record({
    kind: fc.constantFrom('log', 'log', 'script', 'script', 'call'),
    type: fc.constant(type),
    field: fc.oneof({ weight: 5, arbitrary: printed[type] }, { weight: 1, arbitrary: json }),
    text: hostile,
    failures: mostly(0, 1, 2, 9),
    status: fc.constantFrom(1, 2, 124, 200, 255),
    attempts: mostly(1, 2, 3),
    isAllowed: fc.boolean(),
    isElsewhere: mostly(false, true),
    condition: fc.option(fc.constantFrom(...conditionForms), { nil: undefined, freq: 2 }),
    looksAt: fc.nat(5),
  }),
);

const flow = fc.record({
  tasks: fc.array(task, { minLength: 1, maxLength: 5 }),
  errors: fc.array(task, { maxLength: 1 }),
  finals: fc.array(task, { maxLength: 2 }),
  keeps: mostly(false, true),
});
type RandomFlow = typeof flow extends fc.Arbitrary<infer Value> ? Value : never;

const maxDepth = 2;

/** A flow without its identity, and the flows that it calls. */
export const randomFlows: fc.Arbitrary<{ readonly body: string; readonly called: readonly string[] }> = fc
  .tuple(flow, flow, flow)
  .map(([top, ...others]) => ({
    body: bodyOf(top, 0),
    called: others.map((other, index) => {
      const depth = index + 1;
      return `id: child${depth}\nnamespace: tests\ndescription: A called flow.\n${bodyOf(other, depth)}`;
    }),
  }));

interface Field {
  readonly id: string;
  readonly type: OutputType;
}

/** @param depth a flow calls flows one level deeper */
function bodyOf({ tasks, errors, finals, keeps }: RandomFlow, depth: number): string {
  const fields: Field[] = [];
  const main = tasks.map((each, index) => {
    const at = { id: `t${index}`, depth, fields: [...fields] };
    const drawn = placed(each, depth);
    fields.push({ id: at.id, type: drawn.type });
    return taskText(drawn, at);
  });
  const last = (name: string, drawn: readonly RandomTask[]): string[] =>
    drawn.length === 0
      ? []
      : [
          `${name}:`,
          ...drawn.map((each, at) => taskText(placed(each, depth), { id: `${name}${at}`, depth, fields: [] })),
        ];
  return [
    ...(keeps ? ['keep_workspace: true'] : []),
    ...(depth === 0 ? [] : ['inputs:', '  - {id: given, type: STRING, required: false}']),
    `variables: {DEEP: "${depth === 0 ? 'top' : '{{ inputs.given }}'}"}`,
    'tasks:',
    ...main,
    ...last('errors', errors),
    ...last('finally', finals),
    'outputs:',
    '  - {id: x, type: STRING, value: "<{{ variables.DEEP }}>"}',
    ...fields.map(({ id, type }) => `  - {id: ${id}, type: ${type}, value: "{{ task_outputs.${id}.x }}"}`),
    '',
  ].join('\n');
}

/** A task at a depth: the deepest flows call none, and a called flow returns a string. */
function placed(drawn: RandomTask, depth: number): RandomTask {
  if (drawn.kind !== 'call') return drawn;
  return depth === maxDepth ? { ...drawn, kind: 'script' } : { ...drawn, type: 'STRING' };
}

function taskText(
  drawn: RandomTask,
  { id, depth, fields }: { readonly id: string; readonly depth: number; readonly fields: readonly Field[] },
): string {
  const { kind, type, failures, status, attempts, isAllowed, isElsewhere, text } = drawn;
  const seen = fields.length === 0 ? undefined : fields[drawn.looksAt % fields.length];
  const condition = conditionText(drawn.condition, seen);
  const field = `{"x": ${drawn.field}}`;
  const about = seen === undefined ? '{{ variables.DEEP }}' : `{{ task_outputs.${seen.id}.x }}`;
  const attempt = `n=$(cat ${id}.tries 2> /dev/null || echo 0); echo $((n + 1)) > ${id}.tries; echo "try $n"`;
  const own = {
    // A text of the author is no template.
    log: [log, `message: ${quoted(`<${about}>\n${field.replaceAll('{{', '{ {')}`)}`],
    script: [
      shell,
      `env: {FIELD: ${quoted(field)}, TEXT: ${quoted(text)}}`,
      'commands:',
      `  - ${quoted(`${attempt}; [ "$n" -ge ${failures} ] || exit ${status}`)}`,
      `  - ${quoted(`printf '<%s>\\n' "$TEXT" ${about}; ls`)}`,
      `  - ${quoted(`printf '%s\\n' "$FIELD"`)}`,
    ],
    call: [subflow, 'namespace: tests', `flowId: child${depth + 1}`, `inputs: {given: ${quoted(about)}}`],
  }[kind];
  const lines = [
    `id: ${id}`,
    `outputSchema: {x: {type: ${type}}}`,
    ...(isAllowed ? ['allow_failure: true'] : []),
    ...(isElsewhere ? ['worker_group: other'] : []),
    ...(attempts > 1 ? [`retry: {type: constant, max_attempt: ${attempts}, interval: 0.001s}`] : []),
    ...(condition === undefined ? [] : [`run_if: ${quoted(`{{ ${condition} }}`)}`]),
    ...own,
  ];
  return `  - ${lines.join('\n    ')}`;
}

function conditionText(form: RandomTask['condition'], seen: Field | undefined): string | undefined {
  if (form === undefined || !form.includes('{}')) return form;
  // Lists and JSON values are not compared with each other.
  if (seen === undefined || (form === '{} == {}' && ['MULTISELECT', 'JSON'].includes(seen.type))) return undefined;
  return form.replaceAll('{}', `task_outputs.${seen.id}.x`);
}

function quoted(text: string): string {
  return JSON.stringify(text);
}

import { flowOfSize } from './sample-flows.ts';

/** A request whose body has the max size, or as many items of one kind as fit. */
export interface NearLimitRequest {
  readonly name: string;
  readonly method: 'GET' | 'POST' | 'PUT';
  readonly path: string;
  /** Absent for a request without a body. */
  readonly body?: string;
  readonly contentType?: string;
}

const flowBytes = 256 * 1024;
const bodyBytes = 1024 * 1024;
const head = 'id: near-limit\nnamespace: bench\ndescription: As much as fits.\n';
const oneTask = 'tasks:\n  - {id: only, type: dev.vendor.plugin.core.log.Log, message: Hello}\n';
const shellTask = 'tasks:\n  - id: only\n    type: dev.vendor.plugin.core.shell.Shell\n';
const oneInput = 'inputs: [{id: a, type: STRING}]\n';
const numbers = (count: number): number[] => Array.from({ length: count }, (_, index) => index);

/** Returns the start, as many pieces as fit, and the end. */
function filled(start: string, piece: string | ((index: number) => string), end = '', bytes = flowBytes): string {
  const pieces: string[] = [start];
  for (let index = 0, length = start.length + end.length; ; index++) {
    const next = typeof piece === 'string' ? piece : piece(index);
    length += next.length;
    if (length > bytes) return pieces.join('') + end;
    pieces.push(next);
  }
}

/** Flow documents of at most 256 KiB, each filled with items of one kind. */
const nearLimitDocuments: readonly { readonly name: string; readonly text: string }[] = [
  { name: 'empty inputs', text: filled(`${head + oneTask}inputs: [`, '{},', '{}]\n') },
  { name: 'empty tasks', text: filled(`${head}tasks: [`, '{},', '{}]\n') },
  { name: 'empty outputs', text: filled(`${head + oneTask}outputs: [`, '{},', '{}]\n') },
  {
    name: 'outputs',
    text: filled(`${head + oneTask}outputs:\n`, (index) => `  - {id: o${index}, type: STRING, value: text}\n`),
  },
  {
    name: 'checks',
    text: filled(
      `${head + oneTask}checks:\n`,
      (index) => `  - {condition: "{{ inputs.a == ${index} }}", message: m}\n`,
    ),
  },
  {
    name: 'triggers',
    text: filled(
      `${head + oneTask}triggers:\n`,
      (index) => `  - {id: t${index}, type: webhook, conditions: ["{{ trigger.body.a == ${index} }}"]}\n`,
    ),
  },
  {
    name: 'choices of an ENUM',
    text: filled(`${head + oneTask}inputs: [{id: a, type: ENUM, values: [`, (index) => `v${index},`, 'z]}]\n'),
  },
  { name: 'equal numbers', text: filled(`${head + oneTask}inputs: [{id: a, type: ENUM, values: [`, '1,', '1]}]\n') },
  { name: 'a list instead of a flow', text: filled('[', '1,', '1]\n') },
  { name: 'unknown keys', text: filled(head + oneTask, (index) => `k${index}: 1\n`) },
  { name: 'variables', text: filled(`${head + oneTask}variables:\n`, (index) => `  V${index}: x\n`) },
  { name: 'labels', text: filled(`${head + oneTask}labels:\n`, (index) => `  l${index}: x\n`) },
  { name: 'numbers as labels', text: filled(`${head + oneTask}labels:\n`, (index) => `  l${index}: 1\n`) },
  { name: 'a schema of 3,000 properties', text: schemaOf(3000) },
  { name: 'a schema of 100 properties', text: schemaOf(100) },
  { name: '200 large patterns', text: `${head + oneTask}inputs:\n${numbers(200).map(largePattern).join('')}` },
  {
    name: 'a catastrophic pattern',
    text: `${head + oneTask}inputs: [{id: a, type: STRING, pattern: '(?=(a+)+b)(a+)+$', defaults: ${'a'.repeat(60)}}]\n`,
  },
  { name: 'commas', text: filled(head, ',') },
  { name: 'nested lists', text: filled(`${head}x: [`, '[],') },
  { name: 'comments', text: filled(head + oneTask, '#\n') },
  { name: 'blank lines', text: filled(head + oneTask, '\n') },
  {
    name: 'a long string',
    text: filled(`${head}tasks:\n  - {id: only, type: dev.vendor.plugin.core.log.Log, message: "`, 'x', '"}\n'),
  },
  {
    name: 'escapes',
    text: filled(`${head}tasks:\n  - {id: only, type: dev.vendor.plugin.core.log.Log, message: "`, '\\t', '"}\n'),
  },
  {
    name: 'references',
    text: filled(
      `${head + oneInput}tasks:\n  - {id: only, type: dev.vendor.plugin.core.log.Log, message: "`,
      '{{inputs.a}}',
      '"}\n',
    ),
  },
  {
    name: 'unknown references',
    text: filled(
      `${head + oneInput}tasks:\n  - {id: only, type: dev.vendor.plugin.core.log.Log, message: "`,
      '{{inputs.b}}',
      '"}\n',
    ),
  },
  {
    name: 'braces that are not references',
    text: filled(`${head}tasks:\n  - {id: only, type: dev.vendor.plugin.core.log.Log, message: "`, '{{a}}', '"}\n'),
  },
  {
    name: 'a condition',
    text: filled(
      `${head}inputs: [{id: a, type: BOOLEAN}]\n${oneTask.trimEnd().slice(0, -1)}, run_if: "{{ inputs.a`,
      ' or inputs.a',
      ' }}"}\n',
    ),
  },
  {
    name: 'a shell script',
    text: filled(`${head + oneInput + shellTask}    script: |\n`, '      echo {{inputs.a}} "$A"\n'),
  },
  { name: 'commands', text: filled(`${head + oneInput + shellTask}    commands:\n`, '      - x\n') },
  {
    name: 'environment variables of a task',
    text: filled(`${head + oneInput + shellTask}    commands: [x]\n    env:\n`, (index) => `      A${index}: x\n`),
  },
  { name: '700 tasks', text: flowOfSize(700).replace('id: size-700', 'id: near-limit') },
  {
    name: 'small tasks',
    text: filled(`${head}tasks:\n`, (index) =>
      index < 1000
        ? `  - {id: t${index}, type: dev.vendor.plugin.core.shell.Shell, commands: ['echo "${index}"'], retry: {max_attempt: 3, interval: 2s}}\n`
        : '#\n',
    ),
  },
  { name: '8 KB of empty outputs', text: filled(`${head + oneTask}outputs: [`, '{},', '{}]\n', 8 * 1024) },
  {
    name: '8 KB of braces',
    text: filled(
      `${head}tasks:\n  - {id: only, type: dev.vendor.plugin.core.log.Log, message: "`,
      '{{a}}',
      '"}\n',
      8 * 1024,
    ),
  },
  {
    name: '8 KB of script',
    text: filled(`${head + oneInput + shellTask}    script: |\n`, '      echo {{inputs.a}} "$A"\n', '', 8 * 1024),
  },
];

function schemaOf(properties: number): string {
  const list = numbers(properties).map((index) => `p${index}: {type: string, pattern: "^a{1,9}$"}`);
  return `${head + oneTask}inputs:\n  - id: a\n    type: JSON\n    schema: {type: object, properties: {${list.join(', ')}}}\n`;
}

function largePattern(index: number): string {
  return `  - {id: a${index}, type: STRING, pattern: '^(${'[a-z0-9]{1,50}|'.repeat(60)}${index})$', defaults: '${'a'.repeat(40)}${index}'}\n`;
}

/** YAML streams of at most 1 MiB. */
const streams: readonly { readonly name: string; readonly text: string }[] = [
  { name: 'marks', text: filled('', '---\n', '', bodyBytes) },
  { name: 'documents of a letter', text: filled('', '---\na\n', '', bodyBytes) },
  { name: '5,000 documents of a letter', text: '---\na\n'.repeat(5000) },
  { name: 'documents of comments', text: filled('', '#\n---\n', '', bodyBytes) },
  {
    name: 'small flows',
    text: filled('', (index) => `---\n${head.replace('near-limit', `small-${index}`) + oneTask}`, '', bodyBytes),
  },
  {
    name: 'flows full of problems',
    text: filled('', `---\n${head + oneTask}outputs: [${'{},'.repeat(500)}]\n`, '', bodyBytes),
  },
];

const flowPath = '/flows/bench/near-limit';

/** JSON bodies of at most 1 MiB, for the flow at `flowPath`. */
const values: readonly { readonly name: string; readonly body: string }[] = [
  { name: 'numbers', body: `{"inputs":{"a":${filled('[', '1234567890.1234567890,', '1]', bodyBytes - 20)}}}` },
  { name: 'too many numbers', body: `{"inputs":{"a":${filled('[', '1,', '1]', bodyBytes - 20)}}}` },
  {
    name: 'unknown inputs',
    body: filled('{"inputs":{', (index) => `"input-${String(index).padStart(12, '0')}":1,`, '"z":1}}', bodyBytes),
  },
  {
    name: 'lists in lists',
    body: `{"inputs":{"a":${filled('[', `${'['.repeat(50)}${']'.repeat(50)},`, '1]', 95_000)}}}`,
  },
  { name: 'a string', body: `{"inputs":{"a":${filled('"', '\\\\\\"', '"', bodyBytes - 20)}}}` },
  { name: 'choices', body: `{"inputs":{"m":${filled('[', (index) => `"v${index}x",`, '"z"]', bodyBytes - 20)}}}` },
  { name: 'not JSON at the end', body: filled('{"inputs":{"a":[', '1,', '', bodyBytes) },
];

/**
 * The flow for the values: it has a large MULTISELECT, and a schema whose validation time is quadratic in the length of
 * a list.
 */
const flowForValues = `${head}inputs:
  - {id: a, type: JSON, required: false, schema: {type: array, items: {type: [integer, array]}, uniqueItems: true}}
${filled('  - {id: m, type: MULTISELECT, required: false, values: [', (index) => `v${index},`, 'z]}\n', 200_000)}${oneTask}`;

/** The revisions of one flow to store before the requests, in order; they differ in every line. */
export const storedRevisions: readonly string[] = [
  filled(`${head + oneTask}`, (index) => `# ${index}\n`),
  flowForValues,
];

/** All requests of the corpus. `storedRevisions` must be stored first; no request changes data. */
export const nearLimitRequests: readonly NearLimitRequest[] = [
  ...nearLimitDocuments.map(({ name, text }): NearLimitRequest => ({
    name: `validate: ${name}`,
    method: 'POST',
    path: '/flows/validate',
    body: text,
    contentType: 'application/x-yaml',
  })),
  ...nearLimitDocuments.map(({ name, text }): NearLimitRequest => ({
    name: `check conversion: ${name}`,
    method: 'POST',
    path: '/transpiler/convert/jenkins/validate',
    body: text,
    contentType: 'application/x-yaml',
  })),
  ...nearLimitDocuments.map(({ name, text }): NearLimitRequest => ({
    name: `convert: ${name}`,
    method: 'POST',
    path: '/transpiler/convert/jenkins',
    body: text,
    contentType: 'application/x-yaml',
  })),
  {
    name: 'validate: JSON',
    method: 'POST',
    path: '/flows/validate',
    body: filled('[', '1,', '1]'),
    contentType: 'application/json',
  },
  ...streams.map(({ name, text }): NearLimitRequest => ({
    name: `import: ${name}`,
    method: 'POST',
    path: '/import?dryRun=true',
    body: text,
    contentType: 'application/x-yaml',
  })),
  ...values.map(({ name, body }): NearLimitRequest => ({
    name: `validate-inputs: ${name}`,
    method: 'POST',
    path: `${flowPath}/validate-inputs`,
    body,
    contentType: 'application/json',
  })),
  {
    name: 'executions: numbers',
    method: 'POST',
    path: `${flowPath}/executions`,
    body: values[0]?.body ?? '',
    contentType: 'application/json',
  },
  {
    name: 'webhook',
    method: 'POST',
    path: '/hooks/bench/near-limit/none',
    body: values[0]?.body ?? '',
    contentType: 'application/json',
  },
  { name: 'read a large flow', method: 'GET', path: flowPath },
  { name: 'inputs of a large flow', method: 'GET', path: `${flowPath}/schema` },
  { name: 'Jenkinsfile of a large flow', method: 'GET', path: `${flowPath}/jenkinsfile` },
  { name: 'diff of two large flows', method: 'GET', path: `${flowPath}/diff?from=1&to=2` },
  { name: 'subflows of a large flow', method: 'POST', path: `${flowPath}/validate-subflows` },
  { name: 'dependencies of a large flow', method: 'GET', path: `${flowPath}/dependencies` },
  { name: 'export', method: 'GET', path: '/export' },
  { name: 'list', method: 'GET', path: '/flows?limit=200' },
];

/**
 * Changes the id at the start of a document without changing its size, so that it is new; returns other documents
 * unchanged.
 * @param round a digit
 */
export function freshBody(body: string, round: number): string {
  return /^id: [\w-]+\n/.test(body) ? body.replace(/^(id: [\w-]*)[\w-]\n/, `$1${round}\n`) : body;
}

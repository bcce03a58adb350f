import type { Sent } from '../rig/send.ts';
import { flowOfSize } from './sample-flows.ts';

/** A request whose body has the max size, or as many items of one kind as fit. */
export interface NearLimitRequest extends Pick<Sent, 'method' | 'path' | 'type'> {
  readonly name: string;
  /** Absent for a request without a body. */
  readonly body?: string;
}

type Piece = string | ((index: number) => string);

const flowBytes = 256 * 1024;
const bodyBytes = 1024 * 1024;
const head = 'id: near-limit\nnamespace: bench\ndescription: As much as fits.\n';
const oneTask = 'tasks:\n  - {id: only, type: dev.vendor.plugin.core.log.Log, message: Hello}\n';
const withTask = head + oneTask;
const withInput = `${head}inputs: [{id: a, type: STRING}]\n`;
const shellTask = `${withInput}tasks:\n  - id: only\n    type: dev.vendor.plugin.core.shell.Shell\n`;
const line = '      echo {{inputs.a}} "$A"\n';
const repeated = (count: number, piece: (index: number) => string): string =>
  Array.from({ length: count }, (_, index) => piece(index)).join('');

/** Returns the start, as many pieces as fit, and the end. */
function filled(start: string, piece: Piece, end = '', bytes = flowBytes): string {
  const pieces: string[] = [start];
  for (let index = 0, length = start.length + end.length; ; index++) {
    const next = typeof piece === 'string' ? piece : piece(index);
    length += next.length;
    if (length > bytes) return pieces.join('') + end;
    pieces.push(next);
  }
}

/** A flow whose only message is full of pieces. */
function message(piece: string, before = head, bytes = flowBytes): string {
  return filled(
    `${before}tasks:\n  - {id: only, type: dev.vendor.plugin.core.log.Log, message: "`,
    piece,
    '"}\n',
    bytes,
  );
}

function schemaOf(properties: number): string {
  const list = repeated(properties, (index) => `p${index}: {type: string, pattern: "^a{1,9}$"}, `);
  return `${withTask}inputs:\n  - id: a\n    type: JSON\n    schema: {type: object, properties: {${list}}}\n`;
}

function largePattern(index: number): string {
  return `  - {id: a${index}, type: STRING, pattern: '^(${'[a-z0-9]{1,50}|'.repeat(60)}${index})$', defaults: '${'a'.repeat(40)}${index}'}\n`;
}

/** Flow documents of at most 256 KiB, each filled with items of one kind. */
const documents = {
  'empty inputs': filled(`${withTask}inputs: [`, '{},', '{}]\n'),
  'empty tasks': filled(`${head}tasks: [`, '{},', '{}]\n'),
  'numbers as tasks': filled(`${head}tasks: [`, '1,', '1]\n'),
  'empty outputs': filled(`${withTask}outputs: [`, '{},', '{}]\n'),
  outputs: filled(`${withTask}outputs:\n`, (index) => `  - {id: o${index}, type: STRING, value: text}\n`),
  checks: filled(`${withTask}checks:\n`, (index) => `  - {condition: "{{ inputs.a == ${index} }}", message: m}\n`),
  triggers: filled(
    `${withTask}triggers:\n`,
    (index) => `  - {id: t${index}, type: webhook, conditions: ["{{ trigger.body.a == ${index} }}"]}\n`,
  ),
  schedules: filled(
    `${withTask}triggers:\n`,
    (index) => `  - {id: s${index}, type: schedule, cron: "${index % 60} 3 * * *"}\n`,
  ),
  'choices of an ENUM': filled(`${withTask}inputs: [{id: a, type: ENUM, values: [`, (index) => `v${index},`, 'z]}]\n'),
  'equal numbers': filled(`${withTask}inputs: [{id: a, type: ENUM, values: [`, '1,', '1]}]\n'),
  'a list instead of a flow': filled('[', '1,', '1]\n'),
  'unknown keys': filled(withTask, (index) => `k${index}: 1\n`),
  variables: filled(`${withTask}variables:\n`, (index) => `  V${index}: x\n`),
  labels: filled(`${withTask}labels:\n`, (index) => `  l${index}: x\n`),
  'numbers as labels': filled(`${withTask}labels:\n`, (index) => `  l${index}: 1\n`),
  'a schema of 3,000 properties': schemaOf(3000),
  'a schema of 100 properties': schemaOf(100),
  '200 large patterns': `${withTask}inputs:\n${repeated(200, largePattern)}`,
  'a catastrophic pattern': `${withTask}inputs: [{id: a, type: STRING, pattern: '(?=(a+)+b)(a+)+$', defaults: ${'a'.repeat(60)}}]\n`,
  commas: filled(head, ','),
  'nested lists': filled(`${head}x: [`, '[],'),
  comments: filled(withTask, '#\n'),
  'blank lines': filled(withTask, '\n'),
  'a long string': message('x'),
  escapes: message('\\t'),
  references: message('{{inputs.a}}', withInput),
  'unknown references': message('{{inputs.b}}', withInput),
  'braces that are not references': message('{{a}}'),
  'a condition': filled(
    `${head}inputs: [{id: a, type: BOOLEAN}]\n${oneTask.trimEnd().slice(0, -1)}, run_if: "{{ inputs.a`,
    ' or inputs.a',
    ' }}"}\n',
  ),
  'a shell script': filled(`${shellTask}    script: |\n`, line),
  commands: filled(`${shellTask}    commands:\n`, '      - x\n'),
  'environment variables of a task': filled(
    `${shellTask}    commands: [x]\n    env:\n`,
    (index) => `      A${index}: x\n`,
  ),
  '700 tasks': flowOfSize(700).replace('id: size-700', 'id: near-limit'),
  'small tasks': filled(`${head}tasks:\n`, (index) =>
    index < 1000
      ? `  - {id: t${index}, type: dev.vendor.plugin.core.shell.Shell, commands: ['echo "${index}"'], retry: {max_attempt: 3, interval: 2s}}\n`
      : '#\n',
  ),
  '8 KB of empty outputs': filled(`${withTask}outputs: [`, '{},', '{}]\n', 8 * 1024),
  '8 KB of braces': message('{{a}}', head, 8 * 1024),
  '8 KB of script': filled(`${shellTask}    script: |\n`, line, '', 8 * 1024),
};

/** Stored too: what is rejected must not take longer, and what is accepted is kept. */
const storedDocuments = [
  'empty inputs',
  'empty tasks',
  'numbers as tasks',
  'choices of an ENUM',
  'a list instead of a flow',
  'unknown keys',
  'a schema of 3,000 properties',
  '200 large patterns',
  'schedules',
] as const satisfies readonly (keyof typeof documents)[];

/** YAML streams of at most 1 MiB. */
const streams = {
  marks: filled('', '---\n', '', bodyBytes),
  'documents of a letter': filled('', '---\na\n', '', bodyBytes),
  '5,000 documents of a letter': '---\na\n'.repeat(5000),
  'documents of comments': filled('', '#\n---\n', '', bodyBytes),
  'small flows': filled('', (index) => `---\n${withTask.replace('near-limit', `small-${index}`)}`, '', bodyBytes),
  'flows full of problems': filled('', `---\n${withTask}outputs: [${'{},'.repeat(500)}]\n`, '', bodyBytes),
};

const flowPath = '/flows/bench/near-limit';
const numbers = `{"inputs":{"a":${filled('[', '1234567890.1234567890,', '1]', bodyBytes - 20)}}}`;

/** JSON bodies of at most 1 MiB, for the flow at `flowPath`. */
const values = {
  numbers,
  'too many numbers': `{"inputs":{"a":${filled('[', '1,', '1]', bodyBytes - 20)}}}`,
  'unknown inputs': filled(
    '{"inputs":{',
    (index) => `"input-${String(index).padStart(12, '0')}":1,`,
    '"z":1}}',
    bodyBytes,
  ),
  'lists in lists': `{"inputs":{"a":${filled('[', `${'['.repeat(50)}${']'.repeat(50)},`, '1]', 95_000)}}}`,
  'a string': `{"inputs":{"a":${filled('"', '\\\\\\"', '"', bodyBytes - 20)}}}`,
  choices: `{"inputs":{"m":${filled('[', (index) => `"v${index}x",`, '"z"]', bodyBytes - 20)}}}`,
  'not JSON at the end': filled('{"inputs":{"a":[', '1,', '', bodyBytes),
};

/**
 * The flow for the values: it has a large MULTISELECT, and a schema whose validation time is quadratic in the length of
 * a list.
 */
const flowForValues = `${head}inputs:
  - {id: a, type: JSON, required: false, schema: {type: array, items: {type: [integer, array]}, uniqueItems: true}}
${filled('  - {id: m, type: MULTISELECT, required: false, values: [', (index) => `v${index},`, 'z]}\n', 200_000)}${oneTask}`;

/** The revisions of one flow to store before the requests, in order; they differ in every line. */
export const storedRevisions: readonly string[] = [filled(withTask, (index) => `# ${index}\n`), flowForValues];

const post = (name: string, path: string, body: string, type = 'application/x-yaml'): NearLimitRequest => ({
  name,
  method: 'POST',
  path,
  body,
  type,
});
const get = (name: string, path: string): NearLimitRequest => ({ name, method: 'GET', path });
const postEach = (what: string, path: string, bodies: Readonly<Record<string, string>>, type?: string) =>
  Object.entries(bodies).map(([name, body]) => post(`${what}: ${name}`, path, body, type));

/** All requests of the corpus. `storedRevisions` must be stored first. */
export const nearLimitRequests: readonly NearLimitRequest[] = [
  ...postEach('validate', '/flows/validate', documents),
  ...postEach('check conversion', '/transpiler/convert/jenkins/validate', documents),
  ...postEach('convert', '/transpiler/convert/jenkins', documents),
  post('validate: JSON', '/flows/validate', filled('[', '1,', '1]'), 'application/json'),
  ...postEach('import', '/import?dryRun=true', streams),
  ...postEach('validate-inputs', `${flowPath}/validate-inputs`, values, 'application/json'),
  post('executions: numbers', `${flowPath}/executions`, numbers, 'application/json'),
  post('webhook', '/hooks/bench/near-limit/none', numbers, 'application/json'),
  get('read a large flow', flowPath),
  get('inputs of a large flow', `${flowPath}/schema`),
  get('Jenkinsfile of a large flow', `${flowPath}/jenkinsfile`),
  get('diff of two large flows', `${flowPath}/diff?from=1&to=2`),
  { name: 'subflows of a large flow', method: 'POST', path: `${flowPath}/validate-subflows` },
  get('dependencies of a large flow', `${flowPath}/dependencies`),
  get('export', '/export'),
  get('list', '/flows?limit=200'),
  ...storedDocuments.map((name, index) =>
    post(`store: ${name}`, '/flows', documents[name].replace('id: near-limit', `id: stored-${index}-`)),
  ),
];

/**
 * Changes the id at the start of a document without changing its size, so that it is new; returns other documents
 * unchanged.
 * @param round a digit
 */
export function freshBody(body: string, round: number): string {
  return /^id: [\w-]+\n/.test(body) ? body.replace(/^(id: [\w-]*)[\w-]\n/, `$1${round}\n`) : body;
}

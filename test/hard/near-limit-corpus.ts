import { flowText } from '../support/gateway.ts';

/** A document near the size limit, and where it is sent. */
export interface NearLimitDocument {
  readonly name: string;
  readonly method: string;
  readonly path: string;
  /** Of the body. */
  readonly type?: string;
  /** Absent for a request without a body. */
  readonly body?: string;
}

const flowBytes = 256 * 1024;
const importBytes = 840 * 1024;
const yaml = 'application/x-yaml';

const head = 'id: large\nnamespace: limits\n';
const task = 'tasks: [{id: greet, type: dev.vendor.plugin.core.log.Log, message: hello}]\n';

/** As many items as fit into a flow document with the surrounding text. */
function filled(before: string, item: (index: number) => string, after: string): string {
  const items: string[] = [];
  let left = flowBytes - before.length - after.length;
  for (let index = 0; ; index++) {
    const next = `${index === 0 ? '' : ','}${item(index)}`;
    left -= next.length;
    if (left < 0) return before + items.join('') + after;
    items.push(next);
  }
}

function repeated(count: number, item: (index: number) => string): string {
  return Array.from({ length: count }, (_, index) => item(index)).join('');
}

const flows: Readonly<Record<string, string>> = {
  'inputs that are empty maps': filled(`${head}inputs: [`, () => '{}', `]\n${task}`),
  'tasks that are empty maps': filled(`${head}tasks: [`, () => '{}', ']\n'),
  'values of an ENUM': filled(
    `${head}inputs:\n  - id: choice\n    type: ENUM\n    values: [`,
    (index) => `v${index}`,
    `]\n${task}`,
  ),
  'a list of ones': filled('[', () => '1', ']\n'),
  'tasks that are ones': filled(`${head}tasks: [`, () => '1', ']\n'),
  '30,000 keys': `${head}${task}${repeated(30_000, (index) => `k${index.toString(36)}: \n`)}`,
  'a JSON Schema of 3,000 properties': `${head}inputs:\n  - id: settings\n    type: JSON\n    schema:\n      type: object\n      properties:\n${repeated(3_000, (index) => `        property${index}: {type: string, maxLength: 40}\n`)}${task}`,
  '200 large patterns': `${head}inputs:\n${repeated(200, (index) => `  - {id: input_${index}, type: STRING, pattern: '^(${'[a-z0-9]{1,40}x?'.repeat(58)})$'}\n`)}${task}`,
  '4,000 schedules': `${head}${task}triggers:\n${repeated(4_000, (index) => `  - {id: s${index}, type: schedule, cron: "${index % 60} 3 * * *"}\n`)}`,
};

/** Large documents of every kind, to validate, convert and store. */
export function ownNearLimitDocuments(): readonly NearLimitDocument[] {
  const asked = ['/flows/validate', '/transpiler/convert/jenkins/validate', '/flows'];
  return [
    ...Object.entries(flows).flatMap(([name, body], index) =>
      asked.map((path) => ({
        name: `${name}, ${path}`,
        method: 'POST',
        path,
        type: yaml,
        body: body.replace('id: large', `id: large-${index}`),
      })),
    ),
    {
      name: 'empty documents, /import',
      method: 'POST',
      path: '/import',
      type: yaml,
      body: '---\n'.repeat(importBytes / 4),
    },
    {
      name: 'small flows, /import?dryRun=true',
      method: 'POST',
      path: '/import?dryRun=true',
      type: yaml,
      body: importOf((index) => flowText({ id: `flow-${index}` })),
    },
  ];
}

function importOf(flow: (index: number) => string): string {
  const count = Math.floor(importBytes / (flow(9_999).length + 4));
  return Array.from({ length: count }, (_, index) => flow(index)).join('---\n');
}

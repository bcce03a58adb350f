import type { Part, PartReport } from '../../bench/rig/part.ts';
import { withGatewayOnStandIn } from '../../bench/rig/running-gateway.ts';
import { briefly, problemCode, send, sendTarget, type Answer, type Sent } from '../../bench/rig/send.ts';
import { flowText } from '../support/gateway.ts';
import { plannedFlow } from '../support/running-gateway.ts';
import { attackConnections } from './attacks-on-connections.ts';
import { attackImports } from './attacks-on-imports.ts';
import { attackPatterns } from './attacks-on-patterns.ts';

/** A request and its expected answer. */
interface Attack {
  readonly name: string;
  readonly sent: Sent;
  readonly status: number | readonly number[];
  /** The code of the problem. */
  readonly code?: string;
}

export const attacks: Part = {
  name: 'attacks',
  description: 'Individual attacks and their expected responses.',
  run: async (report) => {
    // An attack that crashes a gateway affects only its own group.
    const groups: readonly (readonly [name: string, attack: (url: string) => Promise<void>])[] = [
      [
        'odd requests',
        async (url) => {
          for (const attack of [...oddParameters, ...oddSchemas]) await tryAttack(url, attack, report);
        },
      ],
      ...oddChecks.map(
        ([name, schema]) =>
          [`a schema with ${name}`, (url: string) => attackValue(url, schema, { name, report })] as const,
      ),
      ['artifacts', (url) => attackArtifacts(url, report)],
      ['patterns', (url) => attackPatterns(url, report)],
      ['imports', (url) => attackImports(url, report)],
      ['connections', (url) => attackConnections(url, report)],
    ];
    for (const [name, attack] of groups) {
      await withGatewayOnStandIn({}, async (gateway) => {
        await attack(gateway.url).catch((error: unknown) => report.check(`${name}: to the end`, String(error)));
        report.check(`${name}: the gateway keeps running`, !gateway.isAlive() && gateway.log().slice(-2_000));
        if (gateway.isAlive())
          await tryAttack(
            gateway.url,
            { name: `${name}: and it serves requests`, sent: { path: '/healthz' }, status: 200 },
            report,
          );
      });
    }
  },
};

async function tryAttack(url: string, { name, sent, status, code }: Attack, report: PartReport): Promise<void> {
  const answer = await send(url, { timeout: 10_000, ...sent }).catch((error: unknown) => String(error));
  report.check(name, typeof answer === 'string' ? answer : problemIn(answer, [status].flat(), code));
}

function problemIn(answer: Answer, statuses: readonly number[], code: string | undefined): string | undefined {
  const isRight = statuses.includes(answer.status) && (code === undefined || problemCode(answer) === code);
  return isRight ? undefined : `${statuses.join(' or ')} ${code ?? ''} is expected; found ${briefly(answer)}`;
}

const oddParameters: readonly Attack[] = [
  ...[
    '/flows?label[]=',
    '/flows?label[]=a:b',
    '/flows?label[0]=a:b',
    '/flows?label[a]=b',
    '/flows/examples?label[]=a:b',
    '/executions?label[]=a:b',
    '/executions?state[]=SUCCESS',
    '/flows?limit[]=1',
    '/flows?q[__proto__]=1',
    '/audit?actor[]=ada',
  ].map((path): Attack => ({ name: `${path} is no parameter`, sent: { path }, status: 400, code: 'invalid-request' })),
  {
    name: 'a label given eleven times',
    sent: { path: `/flows?${'label=a:b&'.repeat(11)}` },
    status: 400,
    code: 'invalid-request',
  },
  {
    name: 'a thousand parameters',
    sent: { path: `/flows?${Array.from({ length: 1_000 }, (_, index) => `a${index}=1`).join('&')}` },
    status: 400,
    code: 'invalid-request',
  },
  {
    name: 'a path that is not encoded as UTF-8',
    sent: { path: '/flows/%ff/%c0%80' },
    status: 400,
    code: 'invalid-request',
  },
  { name: 'a path that climbs', sent: { path: '/flows/..%2f..%2fetc/passwd' }, status: [400, 404] },
  {
    name: 'a body of __proto__',
    sent: {
      method: 'POST',
      path: '/flows/validate',
      type: 'application/json',
      body: '{"__proto__": {"id": "a"}, "constructor": {"prototype": {}}}',
    },
    status: 200,
  },
];

const jsonInput = (schema: string) =>
  flowText({ id: 'odd-schema' }).replace(
    'tasks:\n',
    `  - id: settings\n    type: JSON\n    required: false\n    schema: ${schema}\ntasks:\n`,
  );

/**
 * Schemas that ajv reads differently from draft 2020-12: each is rejected or works as an ordinary schema, and nothing
 * breaks.
 */
const oddSchemas: readonly Attack[] = [
  '{$ref: "#/__proto__"}',
  '{$ref: "#/constructor"}',
  '{$ref: "#/$defs/__proto__"}',
  '{$ref: "#/toString/name"}',
  '{$dynamicRef: "#/__proto__"}',
  '{properties: {__proto__: {type: string}}}',
  '{"$defs": {"__proto__": {}}, "$ref": "#/$defs/__proto__"}',
].map((schema) => ({
  name: `a schema ${schema}`,
  sent: { method: 'POST', path: '/flows/validate', body: jsonInput(schema) },
  status: 200,
}));

/** Schemas whose check must neither crash nor be skipped. */
const oddChecks = [
  ['$async', '{$async: true, type: object, properties: {a: {type: string}}}'],
  ['$async below', '{type: object, properties: {a: {$async: true, type: string}}}'],
  [
    '$async in a definition',
    '{$defs: {text: {$async: true, type: string}}, type: object, properties: {a: {$ref: "#/$defs/text"}}}',
  ],
  ['$ref to __proto__', '{type: object, properties: {a: {$ref: "#/__proto__"}}}'],
  ['$ref to toString', '{type: object, properties: {a: {$ref: "#/toString"}}}'],
] as const;

interface ValueAttack {
  readonly name: string;
  readonly report: PartReport;
}

/** Sends a number where the schema requires a string: each time, either the schema or the value must be rejected. */
async function attackValue(url: string, schema: string, { name, report }: ValueAttack): Promise<void> {
  const stored = await send(url, { method: 'POST', path: '/flows', body: jsonInput(schema) });
  report.check(`a flow with ${name}`, problemIn(stored, [201, 422], undefined));
  if (stored.status !== 201) return;
  const inputs = { settings: { a: 7 } };
  for (let attempt = 1; attempt <= 3; attempt++) {
    const answer = await send(url, {
      method: 'POST',
      path: '/flows/examples/odd-schema/validate-inputs',
      body: { inputs },
      timeout: 10_000,
    });
    const isRight = answer.status === 200 && answer.text.startsWith('{"valid":false');
    report.check(
      `a value against ${name}, attempt ${attempt}`,
      !isRight && `it breaks the schema; found ${briefly(answer)}`,
    );
  }
  await tryAttack(
    url,
    {
      name: `an execution against ${name}`,
      sent: { method: 'POST', path: '/flows/examples/odd-schema/executions', body: { inputs } },
      status: 422,
      code: 'inputs-invalid',
    },
    report,
  );
}

/** Paths with a special meaning to Jenkins. */
const artifactPaths = [
  '*zip*/archive.zip',
  '*zip*',
  'a.txt/*view*',
  'a.txt/*fingerprint*',
  '*zip*/../a.txt',
  '..%2f..%2fconfig.xml',
  '%2e%2e/%2e%2e/config.xml',
  'a.txt%00',
  '%5c..%5cconfig.xml',
  'a.txt%3ftree=x',
  'sub/*zip*/sub.zip',
  '%2azip%2a/archive.zip',
  '.flowgate/outputs.json',
  '%2eflowgate/outputs.json',
  './.flowgate/outputs.json',
  'a.txt/',
  '*',
  '**',
];

async function attackArtifacts(url: string, report: PartReport): Promise<void> {
  await send(url, {
    method: 'POST',
    path: '/flows',
    body: plannedFlow(
      { tasks: [], outputs: { a: 1 }, artifacts: { 'a.txt': 'text', 'sub/b.txt': 'more' } },
      { id: 'leaves' },
    ),
  });
  const { text } = await send(url, { method: 'POST', path: '/flows/examples/leaves/executions', body: {} });
  const { id } = JSON.parse(text) as { id: string }; // per the contract
  await send(url, { path: `/executions/${id}/logs?follow` });
  for (const path of artifactPaths) {
    const answer = await sendTarget(url, `/executions/${id}/artifacts/${path}`);
    report.check(
      `the artifact ${path}`,
      ![400, 404].includes(answer.status) && `400 or 404 is expected; found ${briefly(answer)}`,
    );
  }
  await tryAttack(
    url,
    {
      name: 'the artifact sub/b.txt, which exists',
      sent: { path: `/executions/${id}/artifacts/sub/b.txt` },
      status: 200,
    },
    report,
  );
}

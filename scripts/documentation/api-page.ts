import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseDocument } from 'yaml';
import { problemTable } from '../../src/http/problem-table.ts';

/** The parts of an OpenAPI document that the page shows. */
interface Contract {
  readonly tags: readonly { readonly name: string; readonly description: string }[];
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation | undefined>>>>;
}

interface Operation {
  readonly operationId: string;
  readonly tags: readonly string[];
  readonly summary: string;
  readonly security?: readonly unknown[];
}

const methods = ['get', 'post', 'put', 'patch', 'delete'];

/** `docs/api.md`: every call of openapi.yaml in a line, and the codes of refusals. */
export function apiPage(): string {
  const text = readFileSync(join(import.meta.dirname, '..', '..', 'openapi.yaml'), 'utf8');
  const contract = parseDocument(text).toJS() as Contract; // the server checks this file against OpenAPI's own schema
  return [introduction, ...contract.tags.map((tag) => tagSection(tag, contract)), refusals()].join('\n');
}

const introduction = `# The HTTP interface

<!-- Written by \`npm run docs\` from openapi.yaml and src/http/problem-table.ts. -->

The contract is [openapi.yaml](../openapi.yaml), which a running Flowgate serves at \`/openapi.json\`; every request is
checked against it. Flows are sent as \`application/x-yaml\` (also \`application/yaml\`, \`text/yaml\`) or
\`application/json\`. Calls marked with ● change something and need the header \`x-oidc-sub\` with the user's id, which is
recorded.
`;

function tagSection({ name, description }: Contract['tags'][number], { paths }: Contract): string {
  const rows = Object.entries(paths).flatMap(([path, item]) =>
    methods.flatMap((method) => {
      const operation = item[method];
      return operation?.tags.includes(name) ? [operationRow(method, path, operation)] : [];
    }),
  );
  return [`## ${description}\n`, '| call | | |', '|---|---|---|', ...rows, ''].join('\n');
}

function operationRow(method: string, path: string, { summary, security = [] }: Operation): string {
  return `| \`${method.toUpperCase()} ${path}\` | ${security.length > 0 ? '●' : ''} | ${summary} |`;
}

function refusals(): string {
  const rows = Object.entries(problemTable).map(([code, { status, title }]) => `| ${status} | \`${code}\` | ${title} |`);
  return `## Refusals

A call that cannot be served is answered with \`application/problem+json\` (RFC 9457): \`type\`, \`title\`, \`status\`, \`detail\`
and \`instance\`. The type ends with one of these codes. A flow that is refused has its [problems](problems.md) in \`errors\`.

| status | code | |
|---|---|---|
${rows.join('\n')}

Anything else is a fault of Flowgate: status 500, and the details in its log only.
`;
}

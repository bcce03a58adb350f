import { join } from 'node:path';
import { loadContract, routesOf, type Route } from '../../src/faces/http/openapi/contract.ts';
import { errorStatuses } from '../../src/faces/http/response/error-statuses.ts';

/** `docs/reference/api.md`: one line per operation of openapi.yaml, and the error codes. */
export function apiPage(): string {
  const contract = loadContract(join(import.meta.dirname, '..', '..', 'openapi.yaml'));
  const routes = routesOf(contract);
  const tags: readonly { name: string; 'x-displayName'?: string }[] = contract.tags ?? [];
  const sections = tags.map(({ name, 'x-displayName': title = name }) =>
    tagSection(
      title,
      routes.filter(({ operation }) => operation.tags?.includes(name)),
    ),
  );
  return [introduction, ...sections, client, errorSection()].join('\n');
}

const introduction = `# HTTP API

<!-- Written by \`npm run docs\` from openapi.yaml and src/faces/http/response/error-statuses.ts. -->

[openapi.yaml](../../openapi.yaml) is the contract: Flowgate checks every request against it. A running Flowgate serves it at
\`/openapi.json\`, and as a web page at \`/docs\`. A field that it marks as \`deprecated\` is still returned for
one release; its description names the field to use instead.

Send flows as \`application/x-yaml\` (or \`application/yaml\`, \`text/yaml\`) or as \`application/json\`. Operations marked with ● require an
identity, which Flowgate records: the header \`x-oidc-sub\` with your user id, or a bearer token
([authentication](configuration.md#authentication)).
`;

const client = `## From TypeScript

To run flows and wait for them, [use a client](../how-to/use-a-client.md#typescript-and-javascript). For every other operation,
\`createFlowgateClient\`, and \`api\` of a \`Flowgate\`, is a client whose parameters, bodies and responses have the types of
openapi.yaml ([openapi-fetch](https://openapi-ts.dev/openapi-fetch/)). It runs in Node.js and in browsers.

\`\`\`ts
import { createFlowgateClient } from '@flowgate/flowgate/client';

const client = createFlowgateClient({
  baseUrl: 'http://localhost:3000',
  headers: { 'x-oidc-sub': 'ada' },
});

const created = await client.POST('/flows', {
  body: 'id: greeting\\nnamespace: examples\\ntasks: [{id: greet, type: dev.vendor.plugin.core.log.Log, message: Hello}]',
  headers: { 'content-type': 'application/x-yaml' },
});
if (created.error) throw new Error(created.error.detail);
console.log(\`revision \${created.data.revision}\`);

const { data, error } = await client.GET('/flows/{namespace}/{flow_id}', {
  params: { path: { namespace: 'examples', flow_id: 'nobody' } },
});
console.log(data?.source ?? error?.detail);
\`\`\`

Each call resolves with \`data\`, or with \`error\` when Flowgate rejects the request. Strings and bytes are sent unchanged, so
set their \`content-type\`; any other body is sent as JSON. Pass \`parseAs: 'text'\` for a response that is not JSON, and
\`parseAs: 'stream'\` to follow a log.
`;

function tagSection(title: string, routes: readonly Route[]): string {
  return [
    `## ${title}\n`,
    '| operation | identity | description |',
    '|---|---|---|',
    ...routes.map(operationRow),
    '',
  ].join('\n');
}

function operationRow({ method, path, operation: { summary, security = [] } }: Route): string {
  return `| \`${method.toUpperCase()} ${path}\` | ${security.length > 0 ? '●' : ''} | ${summary} |`;
}

function errorSection(): string {
  const rows = Object.entries(errorStatuses).map(
    ([code, { status, title }]) => `| ${status} | \`${code}\` | ${title} |`,
  );
  return `## Errors

An error is an \`application/problem+json\` document (RFC 9457) with \`type\`, \`title\`, \`status\`, \`detail\` and \`instance\`. The
\`type\` ends with one of these codes. If a flow is invalid, \`errors\` lists its [problems](problems.md).

| status | code | title |
|---|---|---|
${rows.join('\n')}

Any other error is a defect in Flowgate: status 500, with details only in its log.
`;
}

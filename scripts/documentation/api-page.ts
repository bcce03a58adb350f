import { join } from 'node:path';
import { loadContract, routesOf, type Route } from '../../src/http/contract/contract.ts';
import { problemTable } from '../../src/http/response/problem-table.ts';

/** `docs/reference/api.md`: every call of openapi.yaml in a line, and the codes of rejections. */
export function apiPage(): string {
  const contract = loadContract(join(import.meta.dirname, '..', '..', 'openapi.yaml'));
  const routes = routesOf(contract);
  const sections = (contract.tags ?? []).map(({ name, description = name }) =>
    tagSection(
      description,
      routes.filter(({ operation }) => operation.tags?.includes(name)),
    ),
  );
  return [introduction, ...sections, rejections()].join('\n');
}

const introduction = `# The HTTP interface

<!-- Written by \`npm run docs\` from openapi.yaml and src/http/response/problem-table.ts. -->

The contract is [openapi.yaml](../../openapi.yaml), which a running Flowgate serves at \`/openapi.json\`; every request is
checked against it. Flows are sent as \`application/x-yaml\` (also \`application/yaml\`, \`text/yaml\`) or
\`application/json\`. Calls marked with ● change something and need the header \`x-oidc-sub\` with the user's id, which is
recorded.
`;

function tagSection(title: string, routes: readonly Route[]): string {
  return [`## ${title}\n`, '| call | | |', '|---|---|---|', ...routes.map(operationRow), ''].join('\n');
}

function operationRow({ method, path, operation: { summary, security = [] } }: Route): string {
  return `| \`${method.toUpperCase()} ${path}\` | ${security.length > 0 ? '●' : ''} | ${summary} |`;
}

function rejections(): string {
  const rows = Object.entries(problemTable).map(
    ([code, { status, title }]) => `| ${status} | \`${code}\` | ${title} |`,
  );
  return `## Rejections

A call that cannot be served is answered with \`application/problem+json\` (RFC 9457): \`type\`, \`title\`, \`status\`, \`detail\`
and \`instance\`. The type ends with one of these codes. A flow that is rejected has its [problems](problems.md) in \`errors\`.

| status | code | |
|---|---|---|
${rows.join('\n')}

Anything else is a defect in Flowgate: status 500, and the details in its log only.
`;
}

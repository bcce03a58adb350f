import { routesOf, type Contract, type Route } from '../contract/contract.ts';
import { html, prose, type Html } from './html.ts';
import { operationHtml, shownOperation } from './operation-html.ts';
import { schemaAnchor, schemaRemarks, schemaTable, schemaType, type ShownSchema } from './schema-html.ts';

/**
 * The contract as one HTML page. It needs no script, no other host and no request except for its stylesheet. Its links
 * are relative, so that they work below any base path.
 */
export function docsPage(contract: Contract, version: string): string {
  const routes = routesOf(contract);
  const schemas = Object.entries((contract.components?.schemas ?? {}) as Readonly<Record<string, ShownSchema>>); // guaranteed by the contract
  const groups = (contract.tags ?? []).map(({ name, description = '' }) => ({
    name,
    description,
    routes: routes.filter((route) => shownOperation(route).tags?.includes(name)),
  }));
  return html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${contract.info.title} HTTP API</title>
<link rel="icon" href="data:,">
<link rel="stylesheet" href="docs/style.css">
</head>
<body>
<a class="skip" href="#content">Skip to content</a>
<header>
<h1>${contract.info.title} <small>${version}</small></h1>
<p>${prose(contract.info.description)}</p>
<p><a href="openapi.json">OpenAPI description</a> · <a href="transpiler/plugins">Task types</a> · <a href="schemas/flow">JSON Schema of a flow</a></p>
</header>
<nav aria-label="Operations">
${groups.map(navigationHtml)}<h2><a href="#schemas">Schemas</a></h2>
</nav>
<main id="content">
${groups.map(
  (group) => html`<section aria-labelledby="tag-${group.name}">
<h2 id="tag-${group.name}">${group.description}</h2>
${group.routes.map((route) => operationHtml(route, contract))}</section>
`,
)}<section aria-labelledby="schemas">
<h2 id="schemas">Schemas</h2>
${schemas.map(([name, schema]) => schemaHtml(name, schema))}</section>
</main>
</body>
</html>
`.toString();
}

function navigationHtml({
  name,
  description,
  routes,
}: {
  readonly name: string;
  readonly description: string;
  readonly routes: readonly Route[];
}): Html {
  return html`<h2><a href="#tag-${name}">${description}</a></h2>
<ul>
${routes.map((route) => {
  const { operationId, summary } = shownOperation(route);
  return html`<li><a href="#${operationId}"><span class="method ${route.method}">${route.method.toUpperCase()}</span> ${summary}</a></li>
`;
})}</ul>
`;
}

function schemaHtml(name: string, schema: ShownSchema): Html {
  return html`<article class="schema" id="${schemaAnchor(name)}">
<h3>${name}</h3>
<p>${schema.properties === undefined && html`${schemaType(schema)}. `}${schemaRemarks(schema)}</p>
${schemaTable(schema, `Properties of ${name}`)}</article>
`;
}

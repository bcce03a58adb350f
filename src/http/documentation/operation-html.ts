import { resolveReference, type Contract, type Route } from '../contract/contract.ts';
import { html, prose, type Html } from './html.ts';
import { schemaRemarks, schemaTable, schemaType, type ShownSchema } from './schema-html.ts';

/** The parts of an operation that the page shows. */
interface ShownOperation {
  readonly operationId: string;
  readonly summary?: string;
  readonly description?: string;
  readonly tags?: readonly string[];
  readonly security?: readonly unknown[];
  readonly parameters?: readonly unknown[];
  readonly requestBody?: unknown;
  readonly responses?: Readonly<Record<string, unknown>>;
}

interface ShownParameter {
  readonly name: string;
  readonly in: string;
  readonly required?: boolean;
  readonly description?: string;
  readonly schema?: ShownSchema;
}

interface ShownBody {
  readonly description?: string;
  readonly content?: Readonly<Record<string, { readonly schema?: ShownSchema; readonly example?: unknown }>>;
}

/** The contract has this shape; the types of the validator are much wider. */
export function shownOperation({ operation }: Route): ShownOperation {
  return operation as unknown as ShownOperation; // see above
}

/** One operation: its parameters, body and responses. */
export function operationHtml(route: Route, contract: Contract): Html {
  const operation = shownOperation(route);
  const changes = (operation.security?.length ?? 0) > 0;
  return html`<article class="operation" id="${operation.operationId}">
<h3><span class="method ${route.method}">${route.method.toUpperCase()}</span> <code>${breakable(route.path)}</code></h3>
<p class="summary">${prose(operation.summary)}${changes && html` <span class="needs">requires <code>x-oidc-sub</code></span>`}</p>
${
  operation.description !== undefined &&
  html`<p>${prose(operation.description)}</p>
`
}${parametersHtml(route, operation, contract)}${bodyHtml(operation, contract)}${responsesHtml(operation, contract)}</article>
`;
}

/** Allows line breaks before the slashes of a path. */
function breakable(path: string): Html {
  return html`${path.split(/(?=\/)/).map((segment) => html`<wbr>${segment}`)}`;
}

function parametersHtml({ path }: Route, operation: ShownOperation, contract: Contract): Html {
  const shared = (contract.paths[path] as { readonly parameters?: readonly unknown[] } | undefined)?.parameters ?? []; // see shownOperation
  const parameters = [...shared, ...(operation.parameters ?? [])].map((parameter) =>
    resolveReference<ShownParameter>(parameter, contract),
  );
  if (parameters.length === 0) return html``;
  const rows = parameters.map(({ name, in: place, required, description, schema = {} }) => {
    const target = resolveReference<ShownSchema>(schema, contract);
    return html`<tr><th scope="row"><code>${name}</code>${required && html` <span class="required">required</span>`}</th><td>${place}</td><td>${schemaType(schema)}</td><td>${prose(description)} ${schemaRemarks({ ...target, description: undefined })}</td></tr>
`;
  });
  return html`<table>
<caption>Parameters</caption>
<thead><tr><th scope="col">Name</th><th scope="col">In</th><th scope="col">Type</th><th scope="col">Description</th></tr></thead>
<tbody>
${rows}</tbody>
</table>
`;
}

function bodyHtml({ requestBody }: ShownOperation, contract: Contract): Html {
  if (requestBody === undefined) return html``;
  const { description, content = {} } = resolveReference<ShownBody>(requestBody, contract);
  return html`<h4>Request body</h4>
<p>${prose(description)}</p>
${contentHtml(content)}`;
}

function responsesHtml({ responses = {} }: ShownOperation, contract: Contract): Html {
  const entries = Object.entries(responses).toSorted(([left], [right]) => left.localeCompare(right));
  return html`<h4>Responses</h4>
${entries.map(([status, response]) => {
  const { description, content = {} } = resolveReference<ShownBody>(response, contract);
  return html`<div class="answer"><p><strong class="status">${status === 'default' ? 'any other' : status}</strong> ${prose(description)}</p>
${contentHtml(content)}</div>
`;
})}`;
}

function contentHtml(content: NonNullable<ShownBody['content']>): Html {
  return html`<ul class="content">
${Object.entries(content).map(
  ([
    mediaType,
    { schema = {}, example },
  ]) => html`<li><code>${mediaType}</code> ${schema.properties === undefined ? schemaType(schema) : ''}${schema.properties === undefined && html` ${schemaRemarks(schema)}`}
${schemaTable(schema, 'Properties')}${
    example !== undefined &&
    html`<pre tabindex="0"><code>${typeof example === 'string' ? example : JSON.stringify(example, undefined, 2)}</code></pre>
`
  }</li>
`,
)}</ul>
`;
}

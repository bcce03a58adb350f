import { html, prose, type Html } from './html.ts';

/** The parts of an OpenAPI schema that the page shows. */
export interface ShownSchema {
  readonly $ref?: string;
  readonly type?: string;
  readonly format?: string;
  readonly description?: string;
  readonly enum?: readonly unknown[];
  readonly default?: unknown;
  readonly example?: unknown;
  readonly pattern?: string;
  readonly minimum?: number;
  readonly maximum?: number;
  readonly maxLength?: number;
  readonly maxItems?: number;
  readonly items?: ShownSchema;
  readonly properties?: Readonly<Record<string, ShownSchema>>;
  readonly required?: readonly string[];
  readonly additionalProperties?: ShownSchema | boolean;
  readonly allOf?: readonly ShownSchema[];
  readonly oneOf?: readonly ShownSchema[];
}

export const schemaAnchor = (name: string): string => `schema-${name}`;

/** A short description of the type, with a link for a named schema. */
export function schemaType(schema: ShownSchema): Html {
  const name = schema.$ref?.split('/').at(-1);
  if (name !== undefined) return html`<a href="#${schemaAnchor(name)}">${name}</a>`;
  if (schema.type === 'array') return html`list of ${schemaType(schema.items ?? {})}`;
  if (schema.enum !== undefined)
    return html`one of ${join(schema.enum.map((word) => html`<code>${String(word)}</code>`))}`;
  if (schema.allOf !== undefined) return html`${join(schema.allOf.map(schemaType))}`;
  if (schema.oneOf !== undefined) return html`${join(schema.oneOf.map(schemaType))}`;
  if (typeof schema.additionalProperties === 'object')
    return html`object of ${schemaType(schema.additionalProperties)}`;
  return html`${schema.type ?? 'any value'}${schema.format !== undefined && ` (${schema.format})`}`;
}

function join(pieces: readonly Html[]): Html {
  return html`${pieces.map((piece, index) => (index === 0 ? piece : html`, ${piece}`))}`;
}

/** The description and limits of a value. */
export function schemaRemarks(schema: ShownSchema): Html {
  const limits: readonly (readonly [string, unknown])[] = [
    ['default', schema.default],
    ['pattern', schema.pattern],
    ['min', schema.minimum],
    ['max', schema.maximum === Number.MAX_SAFE_INTEGER ? undefined : schema.maximum],
    ['max length', schema.maxLength],
    ['max items', schema.maxItems],
    ['example', schema.example],
  ];
  const shown = limits.filter(([, value]) => value !== undefined);
  return html`${prose(schema.description)}${shown.map(([word, value]) => html` <span class="limit">${word} <code>${typeof value === 'string' ? value : JSON.stringify(value)}</code></span>`)}`;
}

/** A table of the properties of a schema, including those of its parts and nested objects; empty for a plain value. */
export function schemaTable(schema: ShownSchema, caption: string): Html {
  const rows = propertyRows(schema, '');
  if (rows.length === 0) return html``;
  return html`<table>
<caption>${caption}</caption>
<thead><tr><th scope="col">Property</th><th scope="col">Type</th><th scope="col">Description</th></tr></thead>
<tbody>
${rows}</tbody>
</table>
`;
}

function propertyRows(schema: ShownSchema, prefix: string): readonly Html[] {
  const required = new Set(schema.required);
  const own = Object.entries(schema.properties ?? {}).flatMap(([name, property]) => [
    html`<tr><th scope="row"><code>${prefix}${name}</code>${required.has(name) && html` <span class="required">required</span>`}</th><td>${schemaType(property)}</td><td>${schemaRemarks(property)}</td></tr>
`,
    ...propertyRows(property, `${prefix}${name}.`),
  ]);
  const items = schema.items === undefined ? [] : propertyRows(schema.items, `${prefix.replace(/\.$/, '')}[].`);
  return [...own, ...items, ...(schema.allOf ?? []).flatMap((part) => propertyRows(part, prefix))];
}

import openapiTypescript, { astToString, type SchemaObject } from 'openapi-typescript';
import ts from 'typescript';

const { factory } = ts;

/** The source of src/api-client/openapi-types.ts: the types of every operation and schema of openapi.yaml. */
export async function contractTypes(contract: URL): Promise<string> {
  const nodes = await openapiTypescript(contract, {
    inject: "import type { JsonObject, JsonValue } from '../text/json-value.ts';\n",
    transform: (schema) => {
      const type = specialType(schema);
      return type !== undefined && schema.nullable ? factory.createUnionTypeNode([type, nullType]) : type;
    },
  });
  return `// Generated from openapi.yaml by \`npm run docs\`; do not edit.\n${astToString(nodes)}`;
}

const nullType = factory.createLiteralTypeNode(factory.createNull());

const annotations: ReadonlySet<string> = new Set(['description', 'example', 'nullable']);

/** By default, the generator uses `unknown` or `Record<string, never>` for any JSON, and `string` for bytes. */
function specialType(schema: SchemaObject): ts.TypeNode | undefined {
  if (Object.keys(schema).every((keyword) => annotations.has(keyword)))
    return factory.createTypeReferenceNode('JsonValue');
  if (schema.format === 'binary')
    return factory.createUnionTypeNode([
      factory.createKeywordTypeNode(ts.SyntaxKind.StringKeyword),
      factory.createTypeReferenceNode('Uint8Array'),
    ]);
  return isAnyObject(schema) ? factory.createTypeReferenceNode('JsonObject') : undefined;
}

function isAnyObject(schema: SchemaObject): boolean {
  if (schema.type !== 'object' || 'properties' in schema) return false;
  const { additionalProperties = {} } = schema;
  return typeof additionalProperties === 'object' && Object.keys(additionalProperties).length === 0;
}

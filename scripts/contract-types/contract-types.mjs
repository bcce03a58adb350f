import openapiTypescript, { astToString } from 'openapi-typescript';
import ts from 'typescript';

const { factory } = ts;

/** Returns the source of the types of each operation and schema of an OpenAPI contract. @param contract its URL */
export async function contractTypes(contract) {
  const nodes = await openapiTypescript(contract, {
    inject: "import type { JsonObject, JsonValue } from '../../base/text/json-value.ts';\n",
    transform: (schema) => {
      const type = specialType(schema);
      return type !== undefined && schema.nullable ? factory.createUnionTypeNode([type, nullType]) : type;
    },
  });
  return astToString(nodes);
}

const nullType = factory.createLiteralTypeNode(factory.createNull());
const annotations = new Set(['description', 'example', 'nullable']);

/** By default, the generator uses `unknown` or `Record<string, never>` for any JSON, and `string` for bytes. */
function specialType(schema) {
  if (Object.keys(schema).every((keyword) => annotations.has(keyword)))
    return factory.createTypeReferenceNode('JsonValue');
  if (schema.format === 'binary')
    return factory.createUnionTypeNode([
      factory.createKeywordTypeNode(ts.SyntaxKind.StringKeyword),
      factory.createTypeReferenceNode('Uint8Array'),
    ]);
  return isAnyObject(schema) ? factory.createTypeReferenceNode('JsonObject') : undefined;
}

function isAnyObject({ type, properties, additionalProperties = {} }) {
  if (type !== 'object' || properties !== undefined) return false;
  return typeof additionalProperties === 'object' && Object.keys(additionalProperties).length === 0;
}

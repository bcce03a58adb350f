import { isJsonObject, type JsonObject, type JsonValue } from '../../base/text/json-value.ts';
import type { ContentKind } from '../document/content-kind.ts';
import { scalarAt, type OutlineNode, type Steps } from './outline.ts';

/** A property of a map, or the value at a place, as the JSON Schema of flows describes it. */
export interface SchemaView {
  /** The schemas that apply together or as alternatives, without references to others. */
  readonly schemas: readonly JsonObject[];
}

/** One of the values that are allowed at a place. */
export interface AllowedValue {
  readonly value: string;
  readonly description?: string;
}

/** Looks up places of a document in the JSON Schema of flows (`flowSchema`, or `GET /schemas/flow`). */
export class FlowSchema {
  readonly #root: JsonObject;

  constructor(root: JsonObject) {
    this.#root = root;
  }

  /** The schema that applies at a place, depending on the type of the surrounding input, task or trigger. */
  at(steps: Steps): SchemaView {
    let schemas: readonly JsonObject[] = [this.#root];
    for (const step of steps) {
      const expanded = this.#expand(schemas, step.node);
      schemas = 'pair' in step ? propertyOf(expanded, step.pair.key) : expanded.flatMap(({ items }) => objects(items));
    }
    return this.view(schemas);
  }

  /** What is allowed below, with the type that `node` has. */
  view(schemas: readonly JsonObject[], node?: OutlineNode): SchemaView {
    return { schemas: this.#expand(schemas, node) };
  }

  /** The properties of a map at a place, in the order of the reference. */
  propertiesOf({ schemas }: SchemaView, node?: OutlineNode): ReadonlyMap<string, SchemaView> {
    const expanded = this.#expand(schemas, node);
    const names = new Set(
      expanded.flatMap(({ properties }) => (isJsonObject(properties) ? Object.keys(properties) : [])),
    );
    return new Map([...names].map((name) => [name, this.view(propertyOf(expanded, name))]));
  }

  /** The required names, and the names of which exactly one is required. */
  requiredOf({ schemas }: SchemaView, node?: OutlineNode): ReadonlySet<string> {
    return new Set(this.#expand(schemas, node).flatMap(({ required }) => strings(required)));
  }

  itemsOf({ schemas }: SchemaView): SchemaView {
    return this.view(schemas.flatMap(({ items }) => objects(items)));
  }

  /** Resolves `$ref`, and adds the alternatives and those conditional parts that apply to the type of the node. */
  #expand(schemas: readonly JsonObject[], node: OutlineNode | undefined): readonly JsonObject[] {
    const found = new Set<JsonObject>();
    const type = typeOf(node);
    const visit = (schema: JsonObject): void => {
      if (found.has(schema)) return;
      found.add(schema);
      for (const keyword of ['anyOf', 'oneOf', 'allOf']) for (const each of objectsIn(schema[keyword])) visit(each);
      if (typeof schema.$ref === 'string') for (const each of objects(this.#definition(schema.$ref))) visit(each);
      if (isJsonObject(schema.if) && appliesTo(schema.if, type)) for (const each of objects(schema.then)) visit(each);
    };
    for (const schema of schemas) visit(schema);
    return [...found];
  }

  #definition(reference: string): JsonValue | undefined {
    const definitions = this.#root.$defs;
    return isJsonObject(definitions) ? definitions[reference.replace('#/$defs/', '')] : undefined;
  }
}

/** The description of a property. */
export function descriptionOf({ schemas }: SchemaView): string | undefined {
  return schemas.map(({ description }) => description).find((each) => typeof each === 'string');
}

/** The default, as it is written in JSON. */
export function defaultOf({ schemas }: SchemaView): string | undefined {
  const value = schemas.find((schema) => schema.default !== undefined)?.default;
  return value === undefined ? undefined : typeof value === 'string' ? value : JSON.stringify(value);
}

/** The types that authors write, without `null` and without what else is read as a string. */
export function typesOf({ schemas }: SchemaView): readonly string[] {
  const types = schemas.flatMap(({ type }) => strings(type)).filter((type) => type !== 'null');
  const known = types.length === 0 && schemas.some((schema) => schema.enum !== undefined) ? ['string'] : types;
  return [...new Set(known[0] === 'string' ? known.filter((type) => !['number', 'boolean'].includes(type)) : known)];
}

/** The values of an enumeration or a boolean; empty if anything is allowed. */
export function allowedValues(view: SchemaView): readonly AllowedValue[] {
  const listed = view.schemas.flatMap((schema) => [
    ...(Array.isArray(schema.enum) ? (schema.enum as readonly JsonValue[]) : []).map((value) => ({ value })),
    ...('const' in schema
      ? [{ value: schema.const, ...(typeof schema.description === 'string' && { description: schema.description }) }]
      : []),
  ]);
  const words = listed.flatMap((each) => (typeof each.value === 'string' ? [{ ...each, value: each.value }] : []));
  const isBoolean = typesOf(view).join() === 'boolean';
  const found: readonly AllowedValue[] = isBoolean ? [{ value: 'true' }, { value: 'false' }] : words;
  const described = found.filter(({ description }) => description !== undefined);
  return described.length > 0 ? described : found;
}

/** The content of a string, or of the keys of a map, if it is an expression or an id. */
export function contentOf({ schemas }: SchemaView, part: 'value' | 'keys' = 'value'): ContentKind | undefined {
  const from = part === 'value' ? schemas : schemas.flatMap(({ propertyNames }) => objects(propertyNames));
  return from.map(({ contentMediaType }) => contentMediaType).find((each) => typeof each === 'string') as
    | ContentKind
    | undefined; // no other media types are declared
}

function propertyOf(schemas: readonly JsonObject[], key: string): readonly JsonObject[] {
  const declared = schemas.flatMap(({ properties }) => (isJsonObject(properties) ? objects(properties[key]) : []));
  return declared.length > 0 ? declared : schemas.flatMap(({ additionalProperties }) => objects(additionalProperties));
}

function typeOf(node: OutlineNode | undefined): string | undefined {
  return scalarAt(node, 'type')?.text;
}

function appliesTo(condition: JsonObject, type: string | undefined): boolean {
  const { properties } = condition;
  const allowed = isJsonObject(properties) && isJsonObject(properties.type) ? properties.type.enum : undefined;
  return type !== undefined && strings(allowed).includes(type);
}

function strings(value: JsonValue | undefined): readonly string[] {
  return [value ?? []].flat().filter((each) => typeof each === 'string');
}

function objects(value: JsonValue | undefined): readonly JsonObject[] {
  return isJsonObject(value) ? [value] : [];
}

function objectsIn(value: JsonValue | undefined): readonly JsonObject[] {
  return Array.isArray(value) ? (value as readonly JsonValue[]).flatMap(objects) : [];
}

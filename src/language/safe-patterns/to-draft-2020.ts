import { escapedPart } from '../../base/text/json-pointer.ts';
import { isJsonObject, type JsonObject, type JsonValue } from '../../base/text/json-value.ts';
import { addToAll, plainSchema, type ChangeableSchema } from './plain-schema.ts';
import { dialectOf, type SchemaDialect } from './schema-dialect.ts';
import { subschemas, type UserSchema } from './schema-keywords.ts';
import { followReferences } from './schema-references.ts';

/**
 * The same schema in draft 2020-12, without `$schema` and `$id`, so that it can be a part of a document of that draft,
 * which validators read in a single dialect. It accepts the same values.
 * @param schema one that `inspectSchema` accepts
 */
export function toDraft2020(schema: JsonObject): JsonObject {
  const dialect = dialectOf(schema) ?? '2020-12';
  const plain = plainSchema(schema, dialect) as JsonObject; // a schema that is not a boolean stays an object
  return dialect === '2020-12' ? plain : new Translation(plain, dialect).translate();
}

/** Keywords that later drafts have and draft-07 does not. */
const unknownToDraft07 = [
  'dependentRequired',
  'dependentSchemas',
  'maxContains',
  'minContains',
  'prefixItems',
  'unevaluatedItems',
  'unevaluatedProperties',
  '$dynamicAnchor',
  '$dynamicRef',
  '$recursiveAnchor',
  '$recursiveRef',
];
const unknownTo: Readonly<Record<SchemaDialect, readonly string[]>> = {
  'draft-07': unknownToDraft07,
  '2019-09': ['prefixItems', '$recursiveAnchor'],
  '2020-12': [],
};
/** Keywords that are kept next to `$ref` in draft-07, because they assert nothing. */
const besideReference = new Set([
  '$ref',
  '$anchor',
  '$comment',
  '$defs',
  'default',
  'definitions',
  'description',
  'examples',
  'readOnly',
  'title',
  'writeOnly',
]);

/** Changes a copy in place; references follow their target schemas to their new places. */
class Translation {
  readonly #root: ChangeableSchema;
  readonly #dialect: SchemaDialect;

  constructor(root: JsonObject, dialect: SchemaDialect) {
    this.#root = root as ChangeableSchema; // it is a copy
    this.#dialect = dialect;
  }

  translate(): JsonObject {
    const { schemas, references } = followReferences(this.#root);
    for (const { schema } of schemas) this.#translatePart(schema as ChangeableSchema); // a part of the copy
    const places = this.#placesOf(references.map(({ target }) => target));
    for (const { from, target } of references) setReference(from as ChangeableSchema, target, places); // a part of the copy
    return this.#root;
  }

  #translatePart(part: ChangeableSchema): void {
    for (const keyword of unknownTo[this.#dialect]) delete part[keyword];
    if (this.#dialect === 'draft-07' && Object.hasOwn(part, '$ref')) {
      for (const keyword of Object.keys(part)) if (!besideReference.has(keyword)) delete part[keyword];
    }
    renameItems(part);
    splitDependencies(part);
  }

  /** The places of the targets; a target that no longer has a place is added to the definitions. */
  #placesOf(targets: readonly UserSchema[]): Places {
    const places: Places = new Map();
    addPlaces(places, this.#root);
    const moved: ChangeableSchema = {};
    for (const target of targets) {
      if (!isJsonObject(target) || places.has(target)) continue;
      const name = `moved-${Object.keys(moved).length + 1}`;
      moved[name] = target;
      addPlaces(places, target, { parent: moved, key: name });
    }
    if (Object.keys(moved).length === 0) return places;
    // The moved parts are in a definition that nothing applies.
    const group: JsonObject = { $defs: moved };
    const definitions: ChangeableSchema = { ...(isJsonObject(this.#root['$defs']) && this.#root['$defs']) };
    const name = freeName(definitions);
    definitions[name] = group;
    this.#root['$defs'] = definitions;
    places
      .set(moved, { parent: group, key: '$defs' })
      .set(group, { parent: definitions, key: name })
      .set(definitions, { parent: this.#root, key: '$defs' });
    return places;
  }
}

/** A list of schemas for the first items, and one schema for the other items. */
function renameItems(part: ChangeableSchema): void {
  const { items, additionalItems } = part;
  delete part['additionalItems'];
  if (!Array.isArray(items)) return;
  part['prefixItems'] = items;
  if (additionalItems === undefined) delete part['items'];
  else part['items'] = additionalItems;
}

function splitDependencies(part: ChangeableSchema): void {
  const { dependencies } = part;
  delete part['dependencies'];
  if (!isJsonObject(dependencies)) return;
  const entries = Object.entries(dependencies);
  const names = entries.filter(([, value]) => Array.isArray(value));
  const schemas = entries.filter(([, value]) => !Array.isArray(value));
  const parts = {
    ...(names.length > 0 && { dependentRequired: Object.fromEntries(names) }),
    ...(schemas.length > 0 && { dependentSchemas: Object.fromEntries(schemas) }),
  };
  if (Object.keys(parts).length > 0) addToAll(part, parts);
}

function setReference(from: ChangeableSchema, target: UserSchema, places: Places): void {
  if (!Object.hasOwn(from, '$ref')) return;
  if (typeof target !== 'boolean') from['$ref'] = pointerTo(target, places);
  else {
    // A boolean has no place that a reference could point to, so it is written out here.
    delete from['$ref'];
    if (!target) addToAll(from, { not: {} });
  }
}

/** For each object, the object that contains it and its key; undefined for the root. */
type Places = Map<JsonValue, { readonly parent: JsonValue; readonly key: string } | undefined>;

/** Adds every object and list inside a value; if one occurs several times, the first place counts. */
function addPlaces(places: Places, top: JsonValue, place?: { readonly parent: JsonValue; readonly key: string }): void {
  const waiting = [{ value: top, place }];
  for (const { value, place: own } of waiting) {
    if (typeof value !== 'object' || value === null || places.has(value)) continue;
    places.set(value, own);
    for (const [key, inner] of Object.entries(value))
      waiting.push({ value: inner as JsonValue, place: { parent: value, key } }); // of an object or a list
  }
}

function pointerTo(target: JsonValue, places: Places): string {
  const keys: string[] = [];
  for (let place = places.get(target); place !== undefined; place = places.get(place.parent)) keys.unshift(place.key);
  return ['#', ...keys.map(escapedKey)].join('/');
}

function escapedKey(key: string): string {
  const escaped = escapedPart(key);
  // An unpaired surrogate has no encoding.
  return /\p{Cs}/u.test(escaped) ? escaped : encodeURIComponent(escaped).replaceAll('%24', '$');
}

function freeName(definitions: JsonObject): string {
  for (let number = 1; ; number++) if (!Object.hasOwn(definitions, `moved-${number}`)) return `moved-${number}`;
}

/** Whether a schema has references to a part of itself. */
export function refersToItself(schema: JsonObject): boolean {
  return [...subschemas(schema)].some((part) =>
    ['$ref', '$dynamicRef', '$anchor', '$dynamicAnchor'].some((keyword) => Object.hasOwn(part.schema, keyword)),
  );
}

import type { Path } from '../../base/problem/problem.ts';
import { findCycles } from '../../base/text/find-cycles.ts';
import { pointerParts } from '../../base/text/json-pointer.ts';
import { isJsonObject, type JsonObject, type JsonValue } from '../../base/text/json-value.ts';
import { anchorInId, subschemas, type UserSchema } from './schema-keywords.ts';

/** A schema inside another one, and its place. */
interface PlacedSchema {
  readonly schema: JsonObject;
  readonly path: Path;
}

/** A reference that does not resolve: the reason, and its place. */
interface ReferenceProblem {
  readonly reason: string;
  readonly path: Path;
}

export interface ReachableSchemas {
  /**
   * Every schema that can take part in a check, each once: those at schema positions, and those that only a reference
   * reaches.
   */
  readonly schemas: readonly PlacedSchema[];
  /** Schemas that only references reach, at places that are not schema positions. */
  readonly elsewhere: readonly { readonly schema: UserSchema; readonly path: Path }[];
  readonly problems: readonly ReferenceProblem[];
  /** All `$ref` that resolve to a schema, with the schema that contains each. */
  readonly references: readonly { readonly from: JsonObject; readonly target: UserSchema }[];
}

/**
 * Follows all references of a schema. References go only through own properties of the schema, never through what every
 * JavaScript object has, such as `constructor`.
 */
export function followReferences(root: JsonObject): ReachableSchemas {
  return new ReferenceFollower(root).follow();
}

class ReferenceFollower {
  readonly #root: JsonObject;
  /** In the order found; schemas appended during the walk are visited too. */
  readonly #schemas = new Map<JsonObject, PlacedSchema>();
  readonly #elsewhere: { readonly schema: UserSchema; readonly path: Path }[] = [];
  readonly #problems: ReferenceProblem[] = [];
  readonly #references: { readonly from: JsonObject; readonly target: UserSchema }[] = [];
  readonly #anchors = new Map<string, JsonObject>();
  readonly #dynamicAnchors = new Map<string, JsonObject>();
  /** Schemas that apply to the same value as the key. */
  readonly #inPlace = new Map<JsonObject, readonly JsonObject[]>();

  constructor(root: JsonObject) {
    this.#root = root;
  }

  follow(): ReachableSchemas {
    this.#add(this.#root, []);
    for (const { schema, path } of this.#schemas.values())
      this.#inPlace.set(schema, [...this.#targets(schema, path), ...alternatives(schema)]);
    if (this.#problems.length === 0) this.#reportCycle();
    return {
      schemas: [...this.#schemas.values()],
      elsewhere: this.#elsewhere,
      problems: this.#problems,
      references: this.#references,
    };
  }

  #add(schema: JsonObject, path: Path): void {
    for (const part of subschemas(schema, path)) {
      if (this.#schemas.has(part.schema)) continue;
      this.#schemas.set(part.schema, part);
      const { $anchor = anchorInId(part.schema['$id']), $dynamicAnchor } = part.schema;
      if (typeof $anchor === 'string') this.#anchors.set($anchor, part.schema);
      if (typeof $dynamicAnchor !== 'string') continue;
      this.#anchors.set($dynamicAnchor, part.schema);
      this.#dynamicAnchors.set($dynamicAnchor, part.schema);
    }
  }

  #targets(schema: JsonObject, path: Path): readonly JsonObject[] {
    return referenceKeywords.flatMap((keyword) => {
      const reference = Object.hasOwn(schema, keyword) ? schema[keyword] : undefined;
      if (typeof reference !== 'string' || !reference.startsWith('#')) return [];
      const target = keyword === '$ref' ? this.#find(reference) : this.#findDynamic(reference);
      if (target !== undefined && keyword === '$ref') this.#references.push({ from: schema, target });
      if (target !== undefined) return isJsonObject(target) ? [target] : [];
      this.#problems.push({
        reason: `${keyword} does not resolve: the schema has no ${JSON.stringify(reference)}.`,
        path: [...path, keyword],
      });
      return [];
    });
  }

  #find(reference: string): UserSchema | undefined {
    if (reference === '#') return this.#root;
    if (!reference.startsWith('#/')) return this.#anchors.get(reference.slice(1));
    const path = pointerPath(reference);
    const target = path && valueAt(this.#root, path);
    if (path === undefined || (typeof target !== 'boolean' && !isJsonObject(target))) return undefined;
    const isKnown = isJsonObject(target) && this.#schemas.has(target);
    if (!isKnown) {
      this.#elsewhere.push({ schema: target, path });
      if (isJsonObject(target)) this.#add(target, path);
    }
    return target;
  }

  #findDynamic(reference: string): JsonObject | undefined {
    return reference === '#' ? this.#root : this.#dynamicAnchors.get(reference.slice(1));
  }

  /** A schema that applies itself to the same value again would never terminate. */
  #reportCycle(): void {
    const [cycle] = findCycles(this.#inPlace);
    const start = cycle?.[0] && this.#schemas.get(cycle[0]);
    if (start === undefined) return;
    const reason = 'The JSON Schema refers to itself for the same value, so the check would never end.';
    this.#problems.push({ reason, path: start.path });
  }
}

const referenceKeywords = ['$ref', '$dynamicRef', '$recursiveRef'] as const;

/** The schemas inside that apply to the same value. */
function alternatives(schema: JsonObject): readonly JsonObject[] {
  const lists = ['allOf', 'anyOf', 'oneOf'].flatMap((keyword) => {
    const list = schema[keyword];
    return Array.isArray(list) ? list : [];
  });
  const single = ['not', 'if', 'then', 'else'].map((keyword) => schema[keyword]);
  const maps = ['dependentSchemas', 'dependencies'].flatMap(
    (keyword) => Object.values(schema[keyword] ?? {}) as JsonValue[],
  );
  return [...lists, ...single, ...maps].filter((value): value is JsonObject => isJsonObject(value));
}

/**
 * Undefined if it is not a JSON Pointer. `%2F` is rejected, because validators differ on whether it separates two
 * steps.
 */
function pointerPath(reference: string): readonly string[] | undefined {
  if (/%2f/i.test(reference)) return undefined;
  try {
    return pointerParts(decodeURIComponent(reference));
  } catch {
    return undefined;
  }
}

function valueAt(root: JsonObject, path: readonly string[]): JsonValue | undefined {
  let value: JsonValue = root;
  for (const part of path) {
    if (typeof value !== 'object' || value === null || !Object.hasOwn(value, part)) return undefined;
    // References below an $id would refer to that schema, not to the root.
    if (value !== root && isJsonObject(value) && typeof value['$id'] === 'string' && !value['$id'].startsWith('#'))
      return undefined;
    value = (value as JsonObject)[part]!; // an own property; of a list, an index or `length`
  }
  return value;
}

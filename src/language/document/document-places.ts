import {
  isAlias,
  isMap,
  isScalar,
  isSeq,
  type Alias,
  type Pair,
  type ParsedNode,
  type Scalar,
  type YAMLMap,
} from 'yaml';
import type { Path, TextRange } from '../../base/problem/problem.ts';
import type { Place } from './flow-document.ts';
import { ScalarPlaces } from './scalar-places.ts';

/** Finds the position of values in the tree of a document, on demand. */
export class DocumentPlaces {
  readonly #text: string;
  readonly #root: ParsedNode | null;
  readonly #targets: ReadonlyMap<Alias, ParsedNode>;
  readonly #scalars = new Map<Scalar.Parsed, ScalarPlaces>();
  readonly #pairs = new Map<YAMLMap.Parsed, ReadonlyMap<string, ParsedPair>>();

  constructor(text: string, root: ParsedNode | null, targets: ReadonlyMap<Alias, ParsedNode>) {
    this.#text = text;
    this.#root = root;
    this.#targets = targets;
  }

  /** The offsets that the place points at, or those of the nearest enclosing item. */
  locate({ path, at, range }: Place): TextRange {
    const { key, value } = this.#find(path);
    if (at === 'key' && key !== null) return this.#trim(key);
    if (value === null) return key === null ? { start: 0, end: 0 } : this.#trim(key);
    if (at === 'first-key') return this.#trim(this.#firstKey(value) ?? value);
    return range === undefined ? this.#trim(value) : this.#locatePart(value, range);
  }

  sourceText(path: Path): string | undefined {
    const { value, complete } = this.#find(path);
    const node = complete ? this.#follow(value) : null;
    return isScalar(node) ? node.source : undefined;
  }

  /** The node at a path and the key before it; if the path leads nowhere, the last ones on the way. */
  #find(path: Path): { key: ParsedNode | null; value: ParsedNode | null; complete: boolean } {
    let key: ParsedNode | null = null;
    let value = this.#root;
    for (const part of path) {
      const node = this.#follow(value);
      if (isMap(node)) {
        const pair = this.#pairsOf(node as YAMLMap.Parsed).get(String(part)); // a followed node is a parsed one
        if (pair === undefined) return { key, value, complete: false };
        ({ key, value } = pair);
      } else if (isSeq(node) && typeof part === 'number' && part < node.items.length) {
        key = null;
        value = node.items[part] as ParsedNode; // parsed trees hold parsed nodes
      } else {
        return { key, value, complete: false };
      }
    }
    return { key, value, complete: true };
  }

  #pairsOf(map: YAMLMap.Parsed): ReadonlyMap<string, ParsedPair> {
    const known = this.#pairs.get(map);
    if (known !== undefined) return known;
    const pairs = new Map<string, ParsedPair>();
    for (const pair of map.items) {
      const key = this.#follow(pair.key);
      if (!isScalar(key)) continue;
      const name = typeof key.value === 'string' ? key.value : (key.source ?? '');
      if (!pairs.has(name)) pairs.set(name, pair);
    }
    this.#pairs.set(map, pairs);
    return pairs;
  }

  #follow(node: ParsedNode | null): ParsedNode | null {
    return isAlias(node) ? (this.#targets.get(node) ?? null) : node;
  }

  #firstKey(node: ParsedNode): ParsedNode | undefined {
    const map = this.#follow(node);
    return isMap(map) ? (map as YAMLMap.Parsed).items[0]?.key : undefined; // as above
  }

  #locatePart(node: ParsedNode, part: TextRange): TextRange {
    const scalar = this.#follow(node);
    if (!isScalar(scalar)) return this.#trim(node);
    const [offset] = scalar.range;
    const { start, end } = this.#placesIn(scalar as Scalar.Parsed).locate(part); // a followed node is a parsed one
    return { start: offset + start, end: offset + end };
  }

  #placesIn(scalar: Scalar.Parsed): ScalarPlaces {
    const known = this.#scalars.get(scalar);
    if (known !== undefined) return known;
    const [start, end] = scalar.range;
    const value = typeof scalar.value === 'string' ? scalar.value : (scalar.source ?? '');
    const places = new ScalarPlaces(value, this.#text.slice(start, end), scalar.type);
    this.#scalars.set(scalar, places);
    return places;
  }

  /** The range without the line end that belongs to a block. */
  #trim({ range: [start, end] }: ParsedNode): TextRange {
    return { start, end: start + this.#text.slice(start, end).trimEnd().length };
  }
}

type ParsedPair = Pair<ParsedNode, ParsedNode | null>;

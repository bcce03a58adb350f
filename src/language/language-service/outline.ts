import type { TextRange } from '../../base/problem/problem.ts';

/** A document as far as it can be recognised while it is being typed. All ranges are offsets into the source. */
export type OutlineNode = OutlineMap | OutlineList | OutlineScalar;

export interface OutlineMap {
  readonly kind: 'map';
  /** In braces, on one or several lines. */
  readonly isFlow: boolean;
  readonly pairs: OutlinePair[];
}

export interface OutlinePair {
  readonly key: string;
  /** Without quotes. */
  readonly keyRange: TextRange;
  /** Whether the key is followed by a colon; a key that is just being typed is not. */
  readonly hasColon: boolean;
  value?: OutlineNode;
}

export interface OutlineList {
  readonly kind: 'list';
  readonly isFlow: boolean;
  readonly items: OutlineItem[];
}

interface OutlineItem {
  /** False for text in the column of the dashes, to which the dash is still missing. */
  readonly hasDash: boolean;
  value?: OutlineNode;
}

export interface OutlineScalar {
  readonly kind: 'scalar';
  readonly style: 'plain' | 'single' | 'double' | 'block';
  /** The characters of the range, as they are written. */
  text: string;
  /** The range of the content: without quotes, and without the header of a block. Plain text can span lines. */
  range: TextRange;
  /** Whether only indentation and dashes precede it on its line. */
  readonly isFirstOnLine: boolean;
  /** The column of its first character. */
  readonly column: number;
}

interface MapStep {
  readonly node: OutlineMap;
  readonly pair: OutlinePair;
}

interface ListStep {
  readonly node: OutlineList;
  readonly index: number;
}

/** A way from the root of a document to a place in it. */
export type Steps = readonly (MapStep | ListStep)[];

/** A key or a scalar at an offset. The last step of a key is its own pair. */
export type Place =
  | { readonly at: 'key'; readonly steps: Steps }
  | { readonly at: 'value'; readonly steps: Steps; readonly scalar: OutlineScalar };

/** The key or scalar that contains the offset or ends there; undefined in white space and comments. */
export function placeAt(root: OutlineNode | undefined, offset: number): Place | undefined {
  for (const place of placesOf(root)) {
    const range = place.at === 'value' ? place.scalar.range : pairOf(place.steps)?.keyRange;
    if (range !== undefined && range.start <= offset && offset <= range.end) return place;
  }
  return undefined;
}

// No flow is nearly as deep; deeper items have no places.
const maxSteps = 200;

/** Every key and scalar, in document order. */
export function* placesOf(node: OutlineNode | undefined, steps: Steps = []): Generator<Place> {
  if (node === undefined || steps.length > maxSteps) return;
  if (node.kind === 'scalar') {
    yield { at: 'value', steps, scalar: node };
  } else if (node.kind === 'list') {
    for (const [index, { value }] of node.items.entries()) yield* placesOf(value, [...steps, { node, index }]);
  } else {
    for (const pair of node.pairs) {
      const below: Steps = [...steps, { node, pair }];
      yield { at: 'key', steps: below };
      yield* placesOf(pair.value, below);
    }
  }
}

/** The pair of the last step, if it leads into a map. */
export function pairOf(steps: Steps): OutlinePair | undefined {
  const last = steps.at(-1);
  return last !== undefined && 'pair' in last ? last.pair : undefined;
}

export function valueOf(node: OutlineNode | undefined, key: string): OutlineNode | undefined {
  return node?.kind === 'map' ? node.pairs.find((pair) => pair.key === key)?.value : undefined;
}

export function itemsOf(node: OutlineNode | undefined): readonly (OutlineNode | undefined)[] {
  return node?.kind === 'list' ? node.items.map(({ value }) => value) : [];
}

export function scalarAt(node: OutlineNode | undefined, key: string): OutlineScalar | undefined {
  const value = valueOf(node, key);
  return value?.kind === 'scalar' ? value : undefined;
}

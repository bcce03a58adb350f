import { readFileSync } from 'node:fs';
import type { JsonValue } from '../../../src/base/text/json-value.ts';

interface OddParts {
  readonly values: readonly JsonValue[];
  readonly names: readonly string[];
  readonly pieces: readonly string[];
}

// Read as a file: a bundler rejects half a surrogate pair.
const odd = JSON.parse(readFileSync('test/fixtures/odd-values.json', 'utf8')) as OddParts;

/** Values that a property of a flow rarely has. */
export const oddValues: readonly JsonValue[] = [...odd.values, 'x'.repeat(5_000)];

/** Names that a property of a flow rarely has. */
export const oddNames: readonly string[] = [...odd.names, 'X'.repeat(300)];

/** Strings with a meaning in YAML, JSON, expressions or Groovy. */
export const oddPieces: readonly string[] = odd.pieces;

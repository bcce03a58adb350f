import type { JsonObject } from '../../../src/base/text/json-value.ts';

/** A schema of a few lines whose check takes 3^depth steps: each definition uses the next one three times. */
export function explosiveSchemaOf(depth: number): JsonObject {
  return {
    $ref: '#/$defs/step0',
    $defs: Object.fromEntries([
      ...Array.from({ length: depth }, (_, index) => {
        const next = { $ref: `#/$defs/step${index + 1}` };
        return [`step${index}`, { allOf: [next, next, next] }];
      }),
      [`step${depth}`, { type: 'string' }],
    ]),
  };
}

/** Slow, but not so large that its check is not even attempted when a flow is saved. */
export const explosiveSchema = explosiveSchemaOf(18);

import type { JsonObject } from '../../src/problem/json-value.ts';

const depth = 40;

/** A schema of a few lines whose check takes 2^40 steps: each definition asks twice for the next. */
export const explosiveSchema: JsonObject = {
  $ref: '#/$defs/step0',
  $defs: Object.fromEntries([
    ...Array.from({ length: depth }, (_, index) => {
      const next = { $ref: `#/$defs/step${index + 1}` };
      return [`step${index}`, { allOf: [next, next] }];
    }),
    [`step${depth}`, { type: 'string' }],
  ]),
};

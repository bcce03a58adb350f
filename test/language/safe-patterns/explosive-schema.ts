import type { JsonObject } from '../../../src/text/json-value.ts';

const depth = 18;

/** A schema of a few lines whose check takes 3^18 steps: each definition uses the next one three times. */
export const explosiveSchema: JsonObject = {
  $ref: '#/$defs/step0',
  $defs: Object.fromEntries([
    ...Array.from({ length: depth }, (_, index) => {
      const next = { $ref: `#/$defs/step${index + 1}` };
      return [`step${index}`, { allOf: [next, next, next] }];
    }),
    [`step${depth}`, { type: 'string' }],
  ]),
};

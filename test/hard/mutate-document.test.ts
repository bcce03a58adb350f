import { describe, expect, it } from 'vitest';
import { goldenFlows } from './support/golden-flows.ts';
import { mutateDocument } from './support/mutate-document.ts';
import { seededRandom } from './support/seeded-random.ts';

const sources = goldenFlows();
const documents = (seed: number, count = 300) =>
  Array.from({ length: count }, (_, index) => mutateDocument(sources, seededRandom(seed, index)));

describe('mutated documents', () => {
  it('are the same for the same seed, and different for another', () => {
    expect(documents(7)).toEqual(documents(7));
    expect(documents(7)).not.toEqual(documents(8));
  });

  it('differ from each other, and include both kinds', () => {
    const made = documents(7);
    expect(new Set(made.map(({ text }) => text)).size).toBeGreaterThan(280);
    expect(new Set(made.map(({ type }) => type)).size).toBe(2);
  });
});

import fc from 'fast-check';
import { expect, it } from 'vitest';
import { startAgreement } from '../../support/agreement-cases.ts';
import { runs } from '../../support/nightly.ts';
import { randomBlocks } from '../../support/random-blocks.ts';
import { randomFlows } from '../../support/random-flows.ts';

const expectAgreement = startAgreement();

// `npm run test:hard` runs many more, others in every run; a failure prints the seed that reproduces it.
const flows = process.env.FLOWGATE_RANDOM_FLOWS;
const random = flows === undefined ? runs(10, 3) : { numRuns: Number(flows) };
const { numRuns } = random;

it('both engines agree on random flows', { timeout: 300_000 + 5_000 * numRuns }, async () => {
  const states = new Set<string>();
  await fc.assert(
    fc.asyncProperty(randomFlows, async ({ body, called }) => {
      states.add((await expectAgreement(body, { called })).state);
    }),
    random,
  );
  expect(states.size).toBeGreaterThan(numRuns < 30 ? 0 : 1);
});

it('both engines agree on random flows with blocks', { timeout: 300_000 + 5_000 * numRuns }, async () => {
  const states = new Set<string>();
  await fc.assert(
    fc.asyncProperty(randomBlocks, async (body) => {
      states.add((await expectAgreement(body)).state);
    }),
    random,
  );
  expect(states.size).toBeGreaterThan(numRuns < 30 ? 0 : 1);
});

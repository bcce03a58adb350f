import fc from 'fast-check';
import { afterAll, describe, expect, it } from 'vitest';
import { caseOf, knownFlows, obstacle, useSurroundings } from '../../support/known-flows.ts';
import { LocalOutcomes } from '../../support/local-outcomes.ts';
import { runs, sampleOf } from '../../support/nightly.ts';
import type { AgreementCase, Outcome } from '../../support/outcome.ts';
import { randomBlocks } from '../../support/random-blocks.ts';
import { randomFlows } from '../../support/random-flows.ts';
import { segmentStarts } from '../../support/segments.ts';
import { flowOf, flowText, taskTypes } from '../../support/transpile-yaml.ts';

useSurroundings();
const local = new LocalOutcomes();
afterAll(() => {
  local.close();
});

const random = runs(10, 2);

/** A run that ends before a task, and one that begins there, come to the same as a whole one. */
async function expectSegmentsToAgree(request: AgreementCase): Promise<void> {
  const whole = withoutNumbers(await local.run(request));
  for (const from of sampleOf(segmentStarts(local.planOf(request)), 2))
    expect({ from, ...withoutNumbers(await local.runInSegments(request, from)) }).toEqual({ from, ...whole });
}

/** Each segment counts its scripts from 0. */
function withoutNumbers(outcome: Outcome): Outcome {
  return { ...outcome, log: outcome.log.map((line) => line.replaceAll(/<\d+>/g, '<n>')) };
}

describe('segments agree with a whole run of', () => {
  it.for(sampleOf(knownFlows, 12))('$name', async (known, { skip }) => {
    const reason = obstacle(known);
    if (reason !== undefined) skip(`it ${reason}`);
    const request = caseOf(known);
    await expectSegmentsToAgree(request);
  });

  const generated = (body: string, called: readonly string[] = []): AgreementCase => ({
    flow: flowOf(flowText(body)),
    others: called.map((text) => flowOf(text)),
    taskTypes,
    settings: { vendor: 'vendor', prefix: 'VENDOR' },
  });

  it('random flows', { timeout: 300_000 + 5_000 * random.numRuns }, async () => {
    await fc.assert(
      fc.asyncProperty(randomFlows, async ({ body, called }) => {
        await expectSegmentsToAgree(generated(body, called));
      }),
      random,
    );
  });

  it('random flows with blocks', { timeout: 300_000 + 5_000 * random.numRuns }, async () => {
    await fc.assert(
      fc.asyncProperty(randomBlocks, async (body) => {
        await expectSegmentsToAgree(generated(body));
      }),
      random,
    );
  });
});

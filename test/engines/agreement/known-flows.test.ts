import { afterAll, describe, expect, it } from 'vitest';
import { Agreement } from '../../support/agreement.ts';
import { caseOf, knownFlows, obstacle, useSurroundings } from '../../support/known-flows.ts';
import { isNightly, sampleOf } from '../../support/nightly.ts';

useSurroundings();
const agreement = new Agreement();
afterAll(() => agreement.close());

/** Flows of the other suites run on both engines, which must agree on everything that can be seen; each flow does at night. */
describe('both engines agree on', () => {
  let succeeded = 0;
  it.for(sampleOf(knownFlows, 50))('$name', async (known, { skip }) => {
    const reason = obstacle(known);
    if (reason !== undefined) skip(`it ${reason}`);
    const { onJenkins, here } = await agreement.run(caseOf(known));
    expect(here).toEqual(onJenkins);
    if (here.state === 'SUCCESS') succeeded++;
  });

  it('flows most of which succeed', () => {
    expect(succeeded).toBeGreaterThan(isNightly ? 30 : 20);
  });
});

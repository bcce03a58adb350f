import { afterAll, describe, expect, it } from 'vitest';
import { Agreement } from '../../support/agreement.ts';
import { caseOf, knownFlows, obstacle, useSurroundings } from '../../support/known-flows.ts';

useSurroundings();
const agreement = new Agreement();
afterAll(() => agreement.close());

/** Every flow of the other suites runs on both engines, which must agree on everything that can be seen. */
describe('both engines agree on', () => {
  let succeeded = 0;
  it.for(knownFlows)('$name', async (known, { skip }) => {
    const reason = obstacle(known);
    if (reason !== undefined) skip(`it ${reason}`);
    const { onJenkins, here } = await agreement.run(caseOf(known));
    expect(here).toEqual(onJenkins);
    if (here.state === 'SUCCESS') succeeded++;
  });

  it('flows most of which succeed', () => {
    expect(succeeded).toBeGreaterThan(30);
  });
});

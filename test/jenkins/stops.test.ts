import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { FlowgateOnController } from '../support/flowgate-on-controller.ts';
import { pressStops } from '../support/random-stops/press-stops.ts';

const count = Number(process.env.FLOWGATE_TEST_STOPS ?? 24);
const seed = Number(process.env.FLOWGATE_TEST_SEED ?? Math.floor(Date.now() / 1000) % 1_000_000);

describe.skipIf(!process.env.JENKINS_URL)('stops at random moments', () => {
  let flowgate: FlowgateOnController;
  beforeAll(async () => {
    flowgate = await FlowgateOnController.start();
  });
  afterAll(() => flowgate.close());

  it(`are all obeyed, and finally runs once (FLOWGATE_TEST_SEED=${seed})`, { timeout: count * 60_000 }, async () => {
    const stops = await pressStops(flowgate, { count, seed, report: () => undefined });
    const problems = stops.flatMap(({ index, flow, pressedIn, delay, disobeyed, finallyProblems }) =>
      [...disobeyed, ...finallyProblems].map(
        (problem) => `${index}: ${flow.id}, stopped in ${pressedIn} after ${delay} ms: ${problem}`,
      ),
    );
    expect(stops).toHaveLength(count);
    expect(problems).toEqual([]);
  });
});

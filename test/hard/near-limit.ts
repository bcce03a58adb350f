import { setTimeout as sleep } from 'node:timers/promises';
import { heldGoal, prepareForLimits, tryRequest, type LimitAnswer } from '../../bench/parts/measure-loop.ts';
import type { Part, PartReport } from '../../bench/rig/part.ts';
import { withSupervisedGateway } from '../../bench/rig/running-gateway.ts';
import { briefly } from '../../bench/rig/send.ts';
import type { SupervisedGateway } from '../../bench/rig/supervised-gateway.ts';
import { freshBody, nearLimitRequests, type NearLimitRequest } from '../../bench/samples/near-limit-documents.ts';

// Other work on this machine rarely delays the same document twice.
const margin = 4;
const rounds = 4;

export const nearLimit: Part = {
  name: 'near-limit',
  description: `Documents near the size limits, in sequence: the longest time for which the gateway's event loop is blocked, as the best of up to four attempts, because other programs share the machine. The goal is ${heldGoal} ms; ${heldGoal * margin} ms fail.`,
  run: (report) =>
    withSupervisedGateway({}, async (gateway) => {
      await prepareForLimits(await gateway.url());
      await (await gateway.process).sample();
      await sleep(500);
      report.figure('idle', milliseconds((await (await gateway.process).sample()).maxDelay));
      for (const request of nearLimitRequests) await attack(request, gateway, report);
    }),
};

/** A gateway that does not answer in time is killed, because it would delay the next documents. */
async function attack(request: NearLimitRequest, gateway: SupervisedGateway, report: PartReport): Promise<void> {
  const { name } = request;
  const current = await gateway.process;
  let held = Infinity;
  let answer: LimitAnswer | string = '';
  for (let round = 0; round < rounds && held > heldGoal; round++) {
    // The check of an unchanged document is cached, so a second attempt would measure nothing.
    if (round > 0 && request.type === 'application/x-yaml' && freshBody(request.body ?? '', round) === request.body)
      break;
    answer = await tryRequest(current, request, round).catch((error: unknown) => String(error));
    if (typeof answer === 'string') break;
    held = Math.min(held, answer.held);
  }
  if (typeof answer === 'string') {
    report.figure(name, `no answer: ${answer}`);
    report.check(`${name}: the answer`, current.isAlive() ? answer : current.log().slice(-500));
    await gateway.kill();
    return;
  }
  const above = held > heldGoal ? ', above the goal' : '';
  report.figure(
    name,
    `${milliseconds(held)}, answers ${answer.status} after ${answer.milliseconds.toFixed(0)} ms${above}`,
  );
  report.check(`${name}: the loop`, held > heldGoal * margin && `it waits ${milliseconds(held)}`);
  report.check(`${name}: the answer`, answer.status >= 500 && briefly(answer));
}

function milliseconds(delay: number): string {
  return `${delay.toFixed(0)} ms`;
}

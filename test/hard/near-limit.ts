import type { HardPart } from './hard-part.ts';
import { ownNearLimitDocuments } from './near-limit-corpus.ts';
import { withGateway } from './support/gateway-on-stand-in.ts';
import { briefly, send } from './support/send.ts';

const goal = 50;
// The machine that runs this does other things too.
const margin = 4;
const maxMilliseconds = 30_000;

export const nearLimit: HardPart = {
  name: 'near-limit',
  description: `Documents about as large as they may be, one after the other: how long the event loop of the gateway waits at most. The goal is ${goal} ms; ${goal * margin} ms fail.`,
  run: (report) =>
    withGateway({}, async ({ gateway }) => {
      report.figure('idle', milliseconds((await gateway.sample()).maxDelay));
      for (const { name, method, path, type, body } of ownNearLimitDocuments()) {
        await gateway.sample();
        const answer = await send(gateway.url, { method, path, type, body, timeout: maxMilliseconds });
        const { maxDelay } = await gateway.sample();
        report.figure(name, `${milliseconds(maxDelay)}, answers ${answer.status} after ${answer.milliseconds.toFixed(0)} ms${maxDelay > goal ? ', above the goal' : ''}`);
        report.check(`${name}: the loop`, maxDelay > goal * margin && `it waits ${milliseconds(maxDelay)}`);
        report.check(`${name}: the answer`, answer.status >= 500 && briefly(answer));
      }
      report.check('the gateway lives on', !gateway.isAlive() && gateway.log());
    }),
};

function milliseconds(delay: number): string {
  return `${delay.toFixed(0)} ms`;
}

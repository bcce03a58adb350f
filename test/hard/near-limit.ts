import { setTimeout as sleep } from 'node:timers/promises';
import { freshBody, nearLimitRequests, storedRevisions } from '../../bench/near-limit-documents.ts';
import { flowText } from '../support/gateway.ts';
import type { HardPart, PartReport } from './hard-part.ts';
import { ownNearLimitDocuments, type NearLimitDocument } from './near-limit-corpus.ts';
import { withSupervisedGateway } from './support/gateway-on-stand-in.ts';
import { briefly, send, type Answer } from './support/send.ts';
import type { SupervisedGateway } from './support/supervised-gateway.ts';

const goal = 50;
// Other work on this machine rarely delays the same document twice.
const margin = 4;
const rounds = 4;
const maxMilliseconds = 30_000;
const warmUps = 30;

export const nearLimit: HardPart = {
  name: 'near-limit',
  description: `Documents about as large as they may be, one after the other: how long the event loop of the gateway waits at most; of up to four tries the shortest wait, for the machine does other things too. The goal is ${goal} ms; ${goal * margin} ms fail.`,
  run: async (report) => {
    const { stored, documents } = corpus();
    await withSupervisedGateway({}, async (gateway) => {
      const url = await gateway.url();
      for (let index = 0; index < warmUps; index++)
        await send(url, { method: 'POST', path: '/flows/validate', body: flowText({ greeting: `Hello ${index}` }) });
      for (const { method, path, type, body } of stored) {
        const answer = await send(url, { method, path, type, body });
        report.check(`stored beforehand: ${method} ${path}`, answer.status >= 300 && briefly(answer));
      }
      await (await gateway.process).sample();
      await sleep(500);
      report.figure('idle', milliseconds((await (await gateway.process).sample()).maxDelay));
      for (const document of documents) await tryDocument(document, gateway, report);
    });
  },
};

/** Sends a document; a gateway that does not answer in time is killed, because it would delay the next documents. */
async function tryDocument(
  { name, method, path, type, body }: NearLimitDocument,
  gateway: SupervisedGateway,
  report: PartReport,
): Promise<void> {
  const current = await gateway.process;
  let maxDelay = Infinity;
  let answer: Answer | string = '';
  for (let round = 0; round < rounds && maxDelay > goal; round++) {
    const fresh = typeof body === 'string' ? freshBody(body, round) : body;
    // The check of an unchanged document is cached, so a second attempt would measure nothing.
    if (round > 0 && fresh === body && type?.includes('yaml') === true) break;
    await current.sample();
    answer = await send(current.url, { method, path, type, body: fresh, timeout: maxMilliseconds }).catch(
      (error: unknown) => String(error),
    );
    if (typeof answer === 'string') break;
    maxDelay = Math.min(maxDelay, (await current.sample()).maxDelay);
  }
  if (typeof answer === 'string') {
    report.figure(name, `no answer: ${answer}`);
    report.check(`${name}: the answer`, current.isAlive() ? answer : current.log().slice(-500));
    await gateway.kill();
    return;
  }
  report.figure(
    name,
    `${milliseconds(maxDelay)}, answers ${answer.status} after ${answer.milliseconds.toFixed(0)} ms${maxDelay > goal ? ', above the goal' : ''}`,
  );
  report.check(`${name}: the loop`, maxDelay > goal * margin && `it waits ${milliseconds(maxDelay)}`);
  report.check(`${name}: the answer`, answer.status >= 500 && briefly(answer));
}

interface Corpus {
  /** What must be stored before the documents are sent. */
  readonly stored: readonly NearLimitDocument[];
  readonly documents: readonly NearLimitDocument[];
}

/** The corpus of the bench, and the documents of this suite that are stored. */
function corpus(): Corpus {
  const yaml = 'application/x-yaml';
  const stored = storedRevisions.map((body, index): NearLimitDocument => {
    const place = index === 0 ? { method: 'POST', path: '/flows' } : { method: 'PUT', path: '/flows/bench/near-limit' };
    return { name: `revision ${index + 1}`, ...place, type: yaml, body };
  });
  const shared = nearLimitRequests.map(({ contentType, ...request }): NearLimitDocument => ({
    ...request,
    type: contentType,
  }));
  return { stored, documents: [...shared, ...ownNearLimitDocuments().filter(({ path }) => path === '/flows')] };
}

function milliseconds(delay: number): string {
  return `${delay.toFixed(0)} ms`;
}

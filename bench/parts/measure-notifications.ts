import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { WebhookReceiver } from '../../test/support/webhook-receiver.ts';
import { storeFlow, succeed } from '../rig/gateway-calls.ts';
import { inTemporaryFolder } from '../rig/in-temporary-folder.ts';
import { withRedis } from '../rig/measured-redis.ts';
import { bold, type Part } from '../rig/part.ts';
import { withGateway } from '../rig/running-gateway.ts';

const executions = Number(process.env.FLOWGATE_BENCH_NOTIFICATIONS ?? 1_000);
const patience = 180_000;

/** Each execution fails at once, without a build. */
const flow = `id: fails
namespace: bench
description: Fails.
notify: [{on: [FAILED], to: ["url:each", "slack:people"]}]
inputs: [{id: fine, type: BOOLEAN, defaults: false}]
checks: [{condition: inputs.fine, message: Not fine., behavior: FAIL_EXECUTION}]
tasks:
  - {id: work, type: dev.vendor.plugin.core.log.Log, message: done}
`;

const fileOf = (url: string): string => `receivers:
  url:each: {namespaces: ["*"], url: "${url}/each"}
  slack:people: {namespaces: ["*"], url: "${url}/people"}
`;

export const notifications: Part = {
  name: 'notifications',
  title: 'Notifications',
  description: `${executions} executions fail, as fast as requests start them. A program gets an event for each, and people get messages that collect
them: 10 seconds after the first failure, and then at most once a minute.`,
  run: async (report) => {
    const receiver = await WebhookReceiver.start();
    try {
      await inTemporaryFolder((folder) =>
        withRedis((redis) => {
          const file = join(folder, 'receivers.yaml');
          writeFileSync(file, fileOf(receiver.url));
          const settings = { FLOWGATE_ENGINE: 'local', FLOWGATE_RECEIVERS: file, FLOWGATE_RATE_LIMIT: '0' };
          return withGateway({ ...settings, ...redis.environment }, async ({ url }) => {
            await storeFlow(url, flow);
            const start = performance.now();
            await runAll(url);
            const started = performance.now() - start;
            const events = () => new Set(ofPath(receiver, '/each').map(({ body }) => idOf(body))).size;
            const told = () => ofPath(receiver, '/people').reduce((sum, { body }) => sum + countOf(body), 0);
            await until(() => events() >= executions, start);
            const each = performance.now() - start;
            await until(() => told() >= executions, start);
            const all = performance.now() - start;
            report.table('what | result | goal', [
              ['executions started (s)', bold(started / 1000, 1), ''],
              ['events, until the last one has arrived (s)', bold(each / 1000, 1), ''],
              ['events a minute', bold(Math.round((events() / each) * 60_000)), '≥ 1000'],
              ['people know of all (s)', bold(all / 1000, 1), ''],
              ['messages to people', bold(ofPath(receiver, '/people').length), ''],
            ]);
            report.check('no event is lost', events() < executions && `${executions - events()} are`);
            report.check('no message is lost', told() !== executions && `people know of ${told()}`);
          });
        }),
      );
    } finally {
      await receiver.stop();
    }
  },
};

const parallel = 10;

async function runAll(url: string): Promise<void> {
  let left = executions;
  const one = async () => {
    while (left-- > 0) await succeed(url, { method: 'POST', path: '/flows/bench/fails/executions', body: {} });
  };
  await Promise.all(Array.from({ length: parallel }, one));
}

function ofPath(receiver: WebhookReceiver, path: string) {
  return receiver.received.filter((each) => each.path === path);
}

function idOf(body: string): string {
  return (JSON.parse(body) as { readonly id: string }).id; // a CloudEvent
}

/** How many executions a message is about. */
function countOf(body: string): number {
  const { text } = JSON.parse(body) as { readonly text: string }; // a message of Slack
  return Number(/^(\d+) notifications/.exec(text)?.[1] ?? 1);
}

async function until(isDone: () => boolean, start: number): Promise<void> {
  while (!isDone() && performance.now() - start < patience) await pause(50);
}

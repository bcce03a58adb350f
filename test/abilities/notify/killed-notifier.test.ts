import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { RedisExecutionStore } from '../../../src/store/executions/redis/redis-execution-store.ts';
import { bundledProgram } from '../../support/bundled-program.ts';
import { createdExecution } from '../../support/execution-creation.ts';
import { isNightly } from '../../support/nightly.ts';
import { startTestRedis, type TestRedis } from '../../support/redis.ts';
import { WebhookReceiver } from '../../support/webhook-receiver.ts';

const program = await bundledProgram(join(import.meta.dirname, '../../support/killed-notifier-program.ts'));
const executions = isNightly ? 1_000 : 300;
/** A process is killed when so many events have arrived. */
const kills = [50, 0.4 * executions, 0.8 * executions];
let test: TestRedis;
let receiver: WebhookReceiver;
let child: ChildProcess | undefined;

beforeAll(async () => {
  test = await startTestRedis();
  receiver = await WebhookReceiver.start();
});
afterAll(async () => {
  child?.kill('SIGKILL');
  await receiver.stop();
  await test.stop();
});

async function begin(): Promise<void> {
  const started = spawn(process.execPath, [program, test.server.socketPath, receiver.url], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  child = started;
  await once(started.stdout!, 'data');
}

async function kill(): Promise<void> {
  const gone = once(child!, 'exit');
  child!.kill('SIGKILL');
  await gone;
}

const bodiesAt = (path: string) => receiver.received.filter((each) => each.path === path).map(({ body }) => body);
const events = (path = '/each') => new Set(bodiesAt(path).map((body) => (JSON.parse(body) as { id: string }).id));

/** How many executions messages are about; a message that was sent twice, because its response was lost, counts once. */
function told(): number {
  const texts = new Set(bodiesAt('/people').map((body) => (JSON.parse(body) as { text: string }).text));
  return [...texts].reduce((sum, text) => sum + Number(/^(\d+) notifications/.exec(text)?.[1] ?? 1), 0);
}

it(
  'each notification arrives although the process that sends them is killed again and again',
  { timeout: 300_000 },
  async () => {
    const store = new RedisExecutionStore(test.redis, { maxStateEvents: 10_000 });
    const creating = (async () => {
      for (let count = 0; count < executions; count += 1) await createdExecution(store, { failure: 'no' });
    })();
    await begin();
    for (const count of kills) {
      while (events().size < count) await sleep(5);
      await kill();
      await begin();
    }
    await creating;
    while (events().size < executions || events('/setting').size < executions || told() < executions) await sleep(50);
    await sleep(500);
    expect(events().size).toBe(executions);
    expect(events('/setting').size).toBe(executions);
    expect(told()).toBe(executions);
    // One for what was on its way to each receiver when a process was killed: five deliveries at once.
    for (const path of ['/each', '/setting'])
      expect(bodiesAt(path).length - executions).toBeLessThanOrEqual(5 * kills.length);
    expect(bodiesAt('/people').length).toBeLessThan(executions / 5);
  },
);

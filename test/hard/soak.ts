import { setTimeout as sleep } from 'node:timers/promises';
import { withRedis, type MeasuredRedis } from '../../bench/rig/measured-redis.ts';
import type { Part, PartReport } from '../../bench/rig/part.ts';
import type { Program, ProgramSample } from '../../bench/rig/program.ts';
import { withGatewayOnControllers, withGatewayOnStandIn } from '../../bench/rig/running-gateway.ts';
import { quantile, spread } from '../../bench/rig/statistics.ts';
import type { StandInProcess } from '../support/stand-in-jenkins/spawn-stand-in-jenkins.ts';
import { hasLevelledOff, middleAndEnd, type GrowthAllowance } from './support/has-levelled-off.ts';
import { MixedLoad } from './support/mixed-load.ts';

const seconds = Number(process.env.FLOWGATE_SOAK_SECONDS ?? 600);
/** Three controllers, one of which is down in turn. */
const onControllers = process.env.FLOWGATE_SOAK_CONTROLLERS === '3';
const namespaces = ['examples', 'examples.second', 'examples.third'];
const entries = { first: '', second: 'namespaces: [examples.second]', third: 'namespaces: [examples.third]' };
const megabyte = 1 << 20;
const delayGoal = 50;
const delayMargin = 4;

export const soak: Part = {
  name: 'soak',
  description: `Mixed load for ${seconds} s: flows validated, stored and purged, executions run and their logs followed, lists read. Everything that grows must level off.`,
  run: (report) =>
    withRedis((redis) => {
      const settings = { environment: redis.environment, jenkins: { timing: { task: 50, boot: 20 } } };
      if (!onControllers) return withGatewayOnStandIn(settings, (gateway) => soakGateway(gateway, redis, report));
      return withGatewayOnControllers(entries, settings, async (gateway, controllers) => {
        const over = new AbortController();
        const disturbed = disturbInTurn(Object.values(controllers), over.signal);
        await soakGateway(gateway, redis, report).finally(() => over.abort());
        await disturbed;
      });
    }),
};

/** Each is down for a moment while the others go on. */
async function disturbInTurn(controllers: readonly StandInProcess[], over: AbortSignal): Promise<void> {
  for (let turn = 0; !over.aborted; turn += 1) {
    const controller = controllers[turn % controllers.length];
    await sleep(20_000, undefined, { signal: over }).catch(() => undefined);
    await controller?.misbehave([{ kind: 'down' }]);
    await sleep(5_000, undefined, { signal: over }).catch(() => undefined);
    await controller?.misbehave([]);
  }
}

interface SoakSample extends ProgramSample {
  readonly redisBytes: number;
  readonly executions: number;
}

async function soakGateway(gateway: Program, redis: MeasuredRedis, report: PartReport): Promise<void> {
  const load = new MixedLoad(gateway.url, onControllers ? namespaces : undefined);
  await load.prepare();
  await gateway.sample(); // so that startup is not included
  const working = load.run();
  const samples: SoakSample[] = [];
  const pause = Math.min(5, seconds / 40) * 1_000;
  for (const end = Date.now() + seconds * 1_000; Date.now() < end && gateway.isAlive();) {
    await sleep(pause);
    samples.push({
      ...(await gateway.sample({ collect: true })),
      redisBytes: await redis.memory(),
      executions: load.executions,
    });
  }
  load.end();
  await working;
  tellLoad(load, report);
  tellGrowth(samples, report);
  report.check('the gateway keeps running', !gateway.isAlive() && gateway.log().slice(-2_000));
}

function tellLoad(load: MixedLoad, report: PartReport): void {
  for (const [what, times] of load.times) report.figure(what, `${times.length} times, ${spread(times)}`);
  report.check(
    'every request is served',
    load.failures.length > 0 && `${load.failures.length} are not: ${load.failures.slice(0, 5).join('; ')}`,
  );
}

function tellGrowth(samples: readonly SoakSample[], report: PartReport): void {
  const delays = samples.map(({ maxDelay }) => maxDelay);
  const usual = quantile(delays, 0.95);
  report.figure(
    'event loop, longest delay between samples (ms)',
    `median ${quantile(delays, 0.5).toFixed(0)}, 95% ${usual.toFixed(0)}, longest ${quantile(delays, 1).toFixed(0)}; the goal is ${delayGoal}`,
  );
  report.check(
    'the event loop',
    usual > delayGoal * delayMargin && `it waits ${usual.toFixed(0)} ms in one of twenty samples`,
  );
  const inMegabytes = (bytes: number) => (bytes / megabyte).toFixed(1);
  const growing: readonly (readonly [
    string,
    (sample: SoakSample) => number,
    GrowthAllowance,
    (value: number) => string,
  ])[] = [
    ['memory of the gateway, RSS (MB)', ({ rss }) => rss, { factor: 1.2, slack: 32 * megabyte }, inMegabytes],
    ['heap (MB)', ({ heapUsed }) => heapUsed, { factor: 1.3, slack: 24 * megabyte }, inMegabytes],
    ['handles and timers', ({ resources }) => resources, { factor: 1.2, slack: 20 }, String],
    ['open files', ({ descriptors }) => descriptors, { factor: 1.2, slack: 20 }, String],
    // Executions and their logs are kept: their average size must not grow.
    [
      'Redis for each execution (KB)',
      ({ redisBytes, executions }) => (redisBytes - (samples[0]?.redisBytes ?? 0)) / Math.max(1, executions),
      { factor: 1.2, slack: 1024 },
      (bytes) => (bytes / 1024).toFixed(1),
    ],
  ];
  for (const [what, valueOf, allowance, text] of growing) {
    const values = samples.map(valueOf);
    const { middle, end } = middleAndEnd(values);
    report.figure(what, `${text(middle)} in the second quarter, ${text(end)} in the last`);
    report.check(`${what} level off`, !hasLevelledOff(values, allowance) && `${text(middle)} grow to ${text(end)}`);
  }
  const [first, last] = [samples[0], samples.at(-1)];
  report.figure(
    'Redis (MB)',
    `${inMegabytes(first?.redisBytes ?? 0)} at first, ${inMegabytes(last?.redisBytes ?? 0)} after ${last?.executions ?? 0} executions`,
  );
}

import type { Logger } from 'pino';
import type { Configuration } from './config/configuration.ts';
import { buildExecutionWork } from './execution/build-execution-work.ts';
import type { BuildPlanner } from './execution/build-plan.ts';
import { BullScheduleQueue } from './execution/bull-schedule-queue.ts';
import { BullScheduleWorker } from './execution/bull-schedule-worker.ts';
import { BullTriggerQueue } from './execution/bull-trigger-queue.ts';
import { BullTriggerWorker } from './execution/bull-trigger-worker.ts';
import type { ExecutionPorts } from './execution/execution-ports.ts';
import { installationKey } from './execution/installation-key.ts';
import { RedisExecutionStore } from './execution/redis-execution-store.ts';
import { RedisLeases } from './execution/redis-leases.ts';
import { RedisLogStore } from './execution/redis-log-store.ts';
import { RedisPushedJobs } from './execution/redis-pushed-jobs.ts';
import { RedisWebhookKeyStore } from './execution/redis-webhook-key-store.ts';
import type { ScheduleKeeper } from './execution/schedule-keeper.ts';
import type { Tick } from './execution/schedule-queue.ts';
import { SecretBox } from './execution/secret-box.ts';
import { SecretVault } from './execution/secret-vault.ts';
import { WebhookKeys } from './execution/webhook-keys.ts';
import { JenkinsError } from './jenkins/jenkins-error.ts';
import type { JenkinsGateway } from './jenkins/jenkins-gateway.ts';
import { JenkinsClientGateway } from './jenkins/jenkins-client-gateway.ts';
import { meteredGateway, type ObserveCall } from './jenkins/metered-gateway.ts';
import { AppError } from './problem/app-error.ts';
import { connectWaitingRedis, type RedisAddress, type RedisConnection } from './redis/connect-redis.ts';

/** What executions need of Redis and Jenkins, until it is closed. */
export interface OpenExecutions {
  readonly ports: ExecutionPorts;
  /** What must hold for executions to run; each throws while it does not. */
  readonly checks: Readonly<Record<string, () => Promise<void>>>;
  close(): Promise<void>;
}

type ExecutionConfiguration = Pick<Configuration, 'jenkins' | 'key' | 'redisUrl' | 'dataFolder' | 'role' | 'retentionDays'>;

/** @param observe told of every call of Jenkins */
export function openExecutions(configuration: ExecutionConfiguration, redis: RedisConnection, observe?: ObserveCall): OpenExecutions {
  const { jenkins, key, redisUrl, dataFolder } = configuration;
  const store = new RedisExecutionStore(redis);
  const queue = new BullTriggerQueue(redis);
  const schedules = new BullScheduleQueue(redis);
  const client = jenkins && new JenkinsClientGateway(jenkins);
  const gateway = client && (observe === undefined ? client : meteredGateway(client, observe));
  // Without Jenkins nothing is sealed, so that there is nothing that another process would have to open.
  const sealingKey = key ?? (redisUrl === undefined ? installationKey(dataFolder) : undefined);
  const box = new SecretBox(sealingKey ?? 'nothing is sealed');
  return {
    ports: {
      store,
      queue,
      schedules,
      webhookKeys: new WebhookKeys(sealingKey === undefined ? undefined : box, new RedisWebhookKeyStore(redis)),
      gateway,
      leases: new RedisLeases(redis),
      jobs: new RedisPushedJobs(redis),
      logs: new RedisLogStore(redis),
      vault: new SecretVault(box, store),
      credentials: jenkins?.credentials ?? [],
    },
    checks: gateway === undefined ? {} : { jenkins: () => demandJenkins(gateway) },
    close: async () => {
      await Promise.all([queue.close(), schedules.close()]);
      client?.close();
    },
  };
}

/** @throws {AppError} `jenkins-unavailable` naming what is missing (DESIGN 9.11) */
async function demandJenkins(gateway: JenkinsGateway): Promise<void> {
  const { missingPlugins = [], missingPermissions } = await gateway.readiness({ signal: AbortSignal.timeout(longestProbe) }).catch((error: unknown) => {
    throw error instanceof JenkinsError ? new AppError('jenkins-unavailable', error.message, {}, { cause: error }) : error;
  });
  const missing = [...missingPlugins.map((name) => `the plugin ${name}`), ...missingPermissions.map((name) => `the permission ${name}`)];
  if (missing.length > 0) throw new AppError('jenkins-unavailable', `Jenkins lacks ${missing.join(', ')}.`);
}

// A probe that takes longer counts as failed for whoever sent it.
const longestProbe = 3_000;

interface WorkParts {
  readonly ports: ExecutionPorts;
  readonly planner: BuildPlanner;
  readonly keeper: ScheduleKeeper;
  /** Starts flows by the clock. */
  readonly ticks: { fire(tick: Tick): Promise<string> };
  readonly address: RedisAddress;
  readonly logger: Logger;
}

/** Triggers and follows builds until it is stopped; does nothing where no Jenkins is configured, or another process does it. */
export function startWorking(
  { role, retentionDays }: ExecutionConfiguration,
  { ports, planner, keeper, ticks, address, logger }: WorkParts,
): () => Promise<void> {
  const { gateway } = ports;
  if (role === 'api') return async () => undefined;
  if (gateway === undefined) {
    logger.info('without JENKINS_URL flows do not run, and schedules start nothing');
    return async () => undefined;
  }
  const report = (error: unknown, what: string) => logger.warn({ what, reason: error instanceof Error ? error.message : String(error) }, 'to be tried again');
  const work = buildExecutionWork({ ports: { ...ports, gateway }, planner, keeper, retentionDays, now: () => new Date(), report });
  const connection = connectWaitingRedis(address);
  const worker = new BullTriggerWorker({ connection, trigger: (id) => work.trigger.trigger(id), report: (error) => report(error, 'trigger') });
  const scheduleWorker = new BullScheduleWorker({ connection, fire: (tick) => fire(tick, { ticks, logger }), report: (error) => report(error, 'schedule') });
  work.loop.start();
  return async () => {
    await Promise.all([worker.stop(), scheduleWorker.stop(), work.loop.stop()]);
    await work.follower.settle();
    connection.disconnect();
  };
}

/** What did not start its flow is for the log; what could not start it is in the list of executions too. */
async function fire(tick: Tick, { ticks, logger }: Pick<WorkParts, 'ticks' | 'logger'>): Promise<void> {
  const outcome = await ticks.fire(tick);
  if (outcome === 'started') return;
  const { flow, triggerId, at } = tick;
  logger.warn({ flow: `${flow.namespace}/${flow.id}`, trigger: triggerId, at: at.toISOString(), outcome }, 'a tick started nothing');
}

import { rmSync } from 'node:fs';
import { join } from 'node:path';
import type { Express } from 'express';
import { openLanguage } from '../../src/abilities/documents/open-language.ts';
import type { NotifyParts } from '../../src/abilities/notify/open-notify.ts';
import type { ReceiverFile } from '../../src/abilities/notify/receiver-file.ts';
import { openAbilities, type Abilities, type Services } from '../../src/abilities/open-abilities.ts';
import type { Parts } from '../../src/abilities/parts/parts.ts';
import type { Configuration } from '../../src/base/config/configuration.ts';
import { loadConfiguration, loadSecretSettings } from '../../src/base/config/load-configuration.ts';
import { packageRoot } from '../../src/base/config/package-root.ts';
import { createLogger } from '../../src/base/log/logger.ts';
import { openExecutionPorts } from '../../src/composition/open-execution-ports.ts';
import { openFileStore, type FileStore } from '../../src/composition/open-file-store.ts';
import { ConfiguredEngines } from '../../src/engines/configured-engines.ts';
import { ownController, type JenkinsController } from '../../src/engines/controllers/controller.ts';
import { placeOf } from '../../src/engines/controllers/place-flow.ts';
import { RedisControllerStates } from '../../src/engines/controllers/redis-controller-states.ts';
import { engineModules } from '../../src/engines/engine-modules.ts';
import type { EngineModule } from '../../src/engines/engine.ts';
import { JenkinsClientGateway } from '../../src/engines/jenkins/client/jenkins-client-gateway.ts';
import type { JenkinsGateway } from '../../src/engines/jenkins/client/jenkins-gateway.ts';
import { createApp, type AppOptions } from '../../src/faces/http/app.ts';
import { ProxyIdentity } from '../../src/faces/http/identity/proxy-identity.ts';
import { loadContract } from '../../src/faces/http/openapi/contract.ts';
import { Metrics } from '../../src/faces/metrics/metrics.ts';
import { defaultFlowLimits } from '../../src/language/document/flow-limits.ts';
import { WorkerBoundedRunner } from '../../src/language/processes/worker-bounded-runner.ts';
import type { BoundedRunner } from '../../src/language/safe-patterns/bounded-runner.ts';
import { loadTaskRegistry } from '../../src/language/task-loader/load-task-registry.ts';
import { ownTaskFolder } from '../../src/language/task-loader/task-folder.ts';
import { RedisAuditTrail } from '../../src/store/audit/redis-audit-trail.ts';
import type { ExecutionPorts } from '../../src/store/executions/execution-ports.ts';
import { noLocks, type LockFile } from '../../src/store/executions/locks/lock-file.ts';
import { RedisPushedJobs } from '../../src/store/executions/redis/redis-pushed-jobs.ts';
import type { UploadLimits } from '../../src/store/files/upload-room.ts';
import { MemoryGuard } from '../../src/store/redis/memory-guard.ts';
import { readMemoryUse } from '../../src/store/redis/redis-memory.ts';
import type { StorageGuard } from '../../src/store/redis/storage-guard.ts';
import { RedisRevisionStore } from '../../src/store/revisions/redis-revision-store.ts';
import { openProviders } from '../../src/store/secret-providers/open-providers.ts';
import { SecretReader } from '../../src/store/secret-providers/secret-reader.ts';
import { fastCallsPerSecond } from './fast-pace.ts';
import { startTestRedis, temporaryFolder, type TestRedis } from './redis.ts';

export interface TestGateway {
  readonly app: Express;
  readonly redis: TestRedis;
  readonly parts: Parts;
  readonly abilities: Abilities;
  readonly services: Services;
  readonly ports: ExecutionPorts;
  /** For calls of the test. */
  readonly jenkins: JenkinsGateway | undefined;
  readonly jobs: RedisPushedJobs;
  readonly triggers: Parts['triggers'];
  readonly files: FileStore;
  readonly filesFolder: string;
  readonly dataFolder: string;
  /** What the gateway logged, one JSON object per line. */
  readonly log: string[];
  stop(): Promise<void>;
}

export type TestGatewayOptions = Partial<AppOptions> &
  Pick<Configuration, 'jenkins' | 'publicUrl' | 'archive'> &
  Pick<Partial<Configuration>, 'eventReceivers'> &
  Partial<Pick<Configuration, 'retentionDays'>> & {
    readonly taskSettings?: Readonly<Record<string, string>>;
    /** Several, instead of `jenkins`. */
    readonly controllers?: readonly JenkinsController[];
    /** The receivers that flows can notify. */
    readonly receivers?: ReceiverFile;
    readonly locks?: LockFile;
    readonly uploadBytes?: number;
    readonly uploads?: Partial<UploadLimits>;
    readonly freeSpace?: () => Promise<number>;
    readonly space?: StorageGuard;
    readonly maxPending?: number;
    readonly artifactBytes?: number;
    readonly tokenDays?: number;
    /** The environment with the settings of secret providers. */
    readonly secrets?: Readonly<Record<string, string>>;
    readonly now?: () => Date;
    /** Jenkins by default, if there is one. */
    readonly engineName?: string;
    /** Besides those of Flowgate. */
    readonly engineModules?: readonly EngineModule[];
    /** How many executions run at once on this machine. */
    readonly executors?: number;
    /** Empty for none. */ readonly key?: string;
    /** See TestRedisOptions. */
    readonly hasOwnRedis?: boolean;
    readonly files?: FileStore;
    readonly delivery?: NotifyParts['delivery'];
    readonly runner?: BoundedRunner;
  };

/** Read once, because that takes half as long as everything else in the start of a gateway. */
const contract = loadContract(join(packageRoot(), 'openapi.yaml'));
const ownTaskTypes = loadTaskRegistry({ folders: [ownTaskFolder()], vendor: 'vendor' });

/** A whole gateway without a port, on a dedicated Redis, whose answers are checked against the contract. */
export async function startTestGateway({
  jenkins,
  controllers = ownController({ jenkins }),
  taskSettings = {},
  publicUrl,
  eventReceivers = [],
  archive,
  retentionDays,
  receivers,
  locks = noLocks,
  uploadBytes = 1_000_000,
  uploads,
  freeSpace,
  space,
  maxPending = 1000,
  artifactBytes,
  tokenDays,
  secrets: secretSettings = {},
  now = () => new Date(),
  key = 'the key of the tests',
  engineName = controllers.length > 0 ? 'jenkins' : undefined,
  engineModules: otherEngines = [],
  executors = 4,
  files: otherFiles,
  delivery,
  runner: patterns = new WorkerBoundedRunner(),
  hasOwnRedis = false,
  ...overrides
}: TestGatewayOptions = {}): Promise<TestGateway> {
  const taskTypes = await ownTaskTypes;
  const redis = await startTestRedis({ isOwn: hasOwnRedis });
  const revisions = new RedisRevisionStore(redis.redis);
  const metrics = new Metrics();
  const filesFolder = temporaryFolder();
  const dataFolder = temporaryFolder();
  const audit = new RedisAuditTrail(redis.redis, 0);
  const secretConfiguration = loadSecretSettings(secretSettings);
  const secrets = new SecretReader({
    ...secretConfiguration,
    providers: openProviders(secretConfiguration),
    audit,
    now: () => new Date(),
  });
  const executions = openExecutionPorts(
    {
      eventReceivers,
      ...(receivers && { receiverFile: 'that of the test' }),
      logFolder: join(filesFolder, 'logs'),
      dataFolder,
      key: key === '' ? undefined : key,
      redisUrl: 'the one of the test',
      limits: { artifactBytes },
      archive,
      retentionDays,
      minFreeBytes: 0,
    },
    redis.redis,
    { observers: [metrics], secrets, controllers: controllers.map(({ name }) => name) },
  );
  const files =
    otherFiles ??
    openFileStore(
      { filesFolder, limits: { uploads: { perActor: Infinity, inAll: Infinity, reserve: 0, ...uploads } } },
      redis.redis,
      executions.ports.store,
      { freeSpace, now },
    );
  const limits = { ...defaultFlowLimits, uploadBytes, importDocuments: 5000, pending: maxPending };
  const { language, close } = openLanguage(
    {
      vendor: 'vendor',
      prefix: 'VENDOR',
      taskSettings,
      taskFolders: [],
      secretPrefixes: secretConfiguration.prefixes,
      locks: locks.locks,
      ...(controllers.length > 1 && { controllers: controllers.map(placeOf) }),
      limits,
      ...(receivers && {
        receivers: Object.fromEntries(receivers.receivers.map(({ name, namespaces }) => [name, namespaces])),
        forgeNamespaces: receivers.commitStatus.flatMap(({ namespaces }) => namespaces),
      }),
    },
    taskTypes,
  );
  const states = new RedisControllerStates(redis.redis);
  const engines = new ConfiguredEngines([...Object.values(engineModules), ...otherEngines], engineName, {
    controllers,
    states,
    settings: { dataFolder, localExecutors: executors, minFreeBytes: 0 },
    redis: redis.redis,
    ports: executions.ports,
    transpile: language.transpile,
    observeCall: metrics.observeCall,
    callsPerSecond: fastCallsPerSecond,
    now,
  });
  const log: string[] = [];
  const logger = createLogger({ level: 'info', secrets: [], write: (line) => log.push(line) });
  const parts: Parts & NotifyParts = {
    settings: {
      ...loadConfiguration({}, { engines: engineModules }),
      archive,
      eventReceivers,
      publicUrl,
      agentUrl: publicUrl,
      ...(retentionDays !== undefined && { retentionDays }),
      ...(tokenDays !== undefined && { tokenDays }),
      dataFolder,
      logFolder: join(filesFolder, 'logs'),
      limits,
    },
    redis: redis.redis,
    revisions,
    ports: executions.ports,
    triggers: executions.triggers,
    files: files.ports,
    audit,
    taskTypes,
    planSettings: { vendor: 'vendor', prefix: 'VENDOR', taskSettings },
    patterns,
    language,
    engines,
    controllers: engineName === 'jenkins' ? controllers : [],
    states,
    secrets,
    locks,
    receivers,
    delivery,
    space,
    memory: new MemoryGuard(() => readMemoryUse(redis.redis), { keptMilliseconds: 0 }),
    logger,
    report: (error: unknown, what: string) => void log.push(`${what}: ${String(error)}`),
    now,
  };
  const abilities = await openAbilities(parts);
  const { services } = abilities;
  const byHand = jenkins && new JenkinsClientGateway(jenkins);
  const app = createApp({
    services,
    contract,
    version: '0.0.0',
    basePath: '',
    logger,
    identity: { verifier: new ProxyIdentity(['loopback']), forReading: false },
    hosts: ['localhost', '127.0.0.1'],
    trustedProxies: ['loopback'],
    limits: { flowBytes: 256 * 1024, bodyBytes: 1024 * 1024, requestsPerMinute: 0 },
    serves: 'all',
    hasMcp: true,
    publicUrl,
    documentation: { apiPage: join(packageRoot(), 'dist', 'api-page'), help: join(packageRoot(), 'dist', 'help') },
    validateResponses: true,
    checks: { redis: () => revisions.ping() },
    metrics,
    ...overrides,
  });
  return {
    app,
    redis,
    parts,
    abilities,
    services,
    ports: executions.ports,
    jenkins: byHand,
    jobs: new RedisPushedJobs(redis.redis),
    triggers: executions.triggers,
    files,
    filesFolder,
    dataFolder,
    log,
    stop: async () => {
      await abilities.close();
      await executions.close();
      engines.close();
      byHand?.close();
      await patterns.close();
      await close();
      for (const folder of [filesFolder, dataFolder]) rmSync(folder, { recursive: true, force: true });
      await redis.stop();
    },
  };
}

/** A flow without problems, as YAML. */
export function flowText(
  overrides: { readonly namespace?: string; readonly id?: string; readonly greeting?: string } = {},
): string {
  const { namespace = 'examples', id = 'hello', greeting = 'Hello' } = overrides;
  return `id: ${id}
namespace: ${namespace}
description: Greets someone.
labels:
  team: greeters
inputs:
  - id: user_name
    type: STRING
    defaults: World
    max_length: 40
    pattern: '^[A-Z]'
tasks:
  - id: greet
    type: dev.vendor.plugin.core.shell.Shell
    commands:
      - echo "${greeting} {{ inputs.user_name }}"
`;
}

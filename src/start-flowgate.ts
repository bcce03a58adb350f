import { join } from 'node:path';
import type { Logger } from 'pino';
import type { Configuration } from './config/configuration.ts';
import { packageRoot, packageVersion } from './config/package-root.ts';
import type { IdentityVerifier } from './http/identity/identity.ts';
import { ProxyIdentity } from './http/identity/proxy-identity.ts';
import { WorkerBoundedEngine } from './pattern/worker-bounded-engine.ts';
import { connectRedis, untilUsable, type RedisAddress } from './redis/connect-redis.ts';
import { OwnRedisServer } from './redis/own-redis-server.ts';
import { RedisRevisionStore } from './revision/redis-revision-store.ts';
import { loadTaskRegistry } from './task-registry/load-task-registry.ts';
import { outsideTaskFolder, ownTaskFolder } from './task-registry/task-folder.ts';
import type { TaskRegistry } from './task-registry/task-registry.ts';

export interface Flowgate {
  /** Where it answers, `http://127.0.0.1:3000`. */
  readonly url: string;
  /** Lets the requests under way finish, then stops everything, its own Redis last. */
  stop(): Promise<void>;
}

export interface StartOptions {
  readonly logger: Logger;
  /** Called when Flowgate cannot go on, with the reason. */
  readonly onLost: (error: Error) => void;
}

// A Redis that takes longer is away: it is served without, with 503, until it comes.
const longestConnect = 3_000;

/**
 * Starts everything and resolves when requests are served.
 * @throws {OwnRedisError | TaskRegistryError | ListenError} with a sentence for the operator; nothing is left running
 */
export async function startFlowgate(configuration: Configuration, { logger, onLost }: StartOptions): Promise<Flowgate> {
  const undo: (() => Promise<void>)[] = [];
  const stop = async () => {
    for (const step of undo.splice(0).toReversed()) await step();
  };
  try {
    // While Redis starts, the modules are loaded that take their time.
    const modules = Promise.all([import('./http/app.ts'), import('./http/contract.ts'), import('./http/listen.ts'), import('./services/build-services.ts'), loadTypes(configuration)]);
    modules.catch(() => undefined); // it is awaited below
    const address = await startRedis(configuration, { logger, onLost, undo });
    const redis = connectRedis(address, (error) => logger.warn({ reason: error.message }, 'Redis cannot be reached'));
    undo.push(async () => redis.disconnect());
    const engine = new WorkerBoundedEngine();
    undo.push(() => engine.close());
    const [{ createApp }, { loadContract }, { listen }, { buildServices }, taskTypes] = await modules;
    const store = new RedisRevisionStore(redis);
    const services = buildServices({ ...configuration, store, taskTypes, engine });
    const app = await createApp({
      ...configuration,
      services,
      logger,
      contract: loadContract(join(packageRoot(), 'openapi.yaml')),
      version: packageVersion(),
      identity: { verifier: await identityVerifier(configuration), forReading: configuration.identity.mode === 'jwt' },
      checks: { redis: () => store.ping() },
    });
    await untilUsable(redis, longestConnect);
    const server = await listen(app, configuration);
    undo.push(() => server.stop());
    return { url: server.url, stop };
  } catch (error) {
    await stop();
    throw error;
  }
}

interface RedisStart extends StartOptions {
  /** Takes the step that stops the own Redis. */
  readonly undo: (() => Promise<void>)[];
}

async function startRedis({ redisUrl, dataFolder }: Configuration, { logger, onLost, undo }: RedisStart): Promise<RedisAddress> {
  if (redisUrl !== undefined) return { url: redisUrl };
  const server = await OwnRedisServer.start({ dataFolder, report: (message) => logger.warn(message), onLost });
  undo.push(() => server.stop());
  return { socketPath: server.socketPath };
}

function loadTypes({ vendor, taskFolders }: Configuration): Promise<TaskRegistry> {
  return loadTaskRegistry({ folders: [ownTaskFolder(), ...taskFolders.map(outsideTaskFolder)], vendor });
}

async function identityVerifier({ identity, trustedProxies }: Configuration): Promise<IdentityVerifier> {
  if (identity.mode === 'proxy') return new ProxyIdentity(trustedProxies);
  const { TokenIdentity } = await import('./http/identity/token-identity.ts');
  return new TokenIdentity(identity);
}

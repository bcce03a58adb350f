import type { Configuration } from '../base/config/configuration.ts';
import type { RedisConnection } from '../store/redis/connect-redis.ts';
import type { EngineModule } from './engine.ts';

/**
 * Where executions run; undefined if they cannot run. A setting decides; without one, the first engine that is the
 * default.
 * @param redis resolves with the store once it is connected; called only if no setting decides
 */
export async function chooseEngine(
  modules: readonly EngineModule[],
  configuration: Configuration,
  redis: () => Promise<RedisConnection>,
): Promise<EngineModule | undefined> {
  for (const module of modules) await module.remember?.(configuration);
  const { engine } = configuration;
  if (engine !== undefined) return modules.find(({ name }) => name === engine);
  for (const module of modules) {
    const wasOther = async (): Promise<boolean> => {
      for (const other of modules) if (other !== module && (await other.wasUsed?.(configuration, redis))) return true;
      return false;
    };
    if (await module.isDefault(configuration, wasOther)) return module;
  }
  return undefined;
}

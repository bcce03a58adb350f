import type { Logger } from 'pino';
import type { Configuration } from '../config/configuration.ts';
import { chooseEngine } from '../engines/choose-engine.ts';
import { ConfiguredEngines } from '../engines/configured-engines.ts';
import { engineModules } from '../engines/engine-modules.ts';
import type { EngineDeps } from '../engines/engine.ts';
import type { FlowLanguage } from '../services/language/flow-language.ts';
import { untilUsable } from '../store/redis/connect-redis.ts';

export interface OpenEnginesParts extends Pick<
  EngineDeps,
  'controllers' | 'states' | 'redis' | 'ports' | 'observeCall'
> {
  readonly language: FlowLanguage;
  /** Milliseconds for which the choice of an engine waits for Redis. */
  readonly maxConnect: number;
  readonly logger: Logger;
}

/** Opens the engines, and chooses the one that runs new executions. */
export async function openEngines(
  configuration: Configuration,
  { language, maxConnect, logger, ...deps }: OpenEnginesParts,
): Promise<ConfiguredEngines> {
  const modules = Object.values(engineModules);
  const chosen = await chooseEngine(modules, configuration, async () => {
    await untilUsable(deps.redis, maxConnect);
    return deps.redis;
  });
  logger.info(
    chosen?.describe(configuration) ??
      'Flows cannot run, and schedules start nothing: set JENKINS_URL, or FLOWGATE_ENGINE=local to run them on this machine',
  );
  return new ConfiguredEngines(modules, chosen?.name, {
    ...deps,
    settings: configuration,
    transpile: (request, owner) => language.ask('transpile', request, owner),
    now: () => new Date(),
  });
}

import type { Logger } from 'pino';
import type { FlowLanguage } from '../abilities/documents/flow-language.ts';
import type { Configuration } from '../base/config/configuration.ts';
import { chooseEngine } from '../engines/choose-engine.ts';
import { ConfiguredEngines } from '../engines/configured-engines.ts';
import { engineModules } from '../engines/engine-modules.ts';
import type { EngineDeps, EngineModule } from '../engines/engine.ts';
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
  if (chosen === undefined) logger.warn(whyNone(configuration, modules));
  else logger.info(chosen.describe(configuration));
  return new ConfiguredEngines(modules, chosen?.name, {
    ...deps,
    settings: configuration,
    transpile: language.transpile,
    now: () => new Date(),
  });
}

/** Why flows do not run, with the settings that decide it. */
function whyNone(configuration: Configuration, modules: readonly EngineModule[]): string {
  const result = 'Flows cannot run, and schedules start nothing';
  if (configuration.engine !== undefined) return `${result}: FLOWGATE_ENGINE=${configuration.engine}`;
  const settings = modules.flatMap((module) => module.notDefaultBecause?.(configuration) ?? []);
  const why =
    settings.length === 0
      ? 'this gateway was used with a Jenkins before'
      : `others than the users of this machine may use this gateway, because of ${settings.join(', ')}`;
  return `${result}: ${why}. Set JENKINS_URL, or FLOWGATE_ENGINE=local to run flows on this machine`;
}

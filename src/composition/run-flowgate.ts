import type { Logger } from 'pino';
import type { Configuration } from '../base/config/configuration.ts';
import type { Environment } from '../base/config/environment.ts';
import { packageVersion } from '../base/config/package-root.ts';
import { logFatal } from '../base/log/logger.ts';
import { readConfiguration } from '../engines/read-configuration.ts';
import { openLog } from './open-log.ts';
import { startFlowgate, type Flowgate } from './start-flowgate.ts';

export interface RunOptions {
  /** Resolves with the signal that requests a stop. */
  readonly stopAsked: Promise<NodeJS.Signals>;
  /** Called when requests are served. */
  readonly onStarted: () => void;
  /** Called before a stop that was not requested: it must also end in time. */
  readonly cutOffStop: () => void;
}

/** Runs Flowgate until it ends, and resolves with the exit status of the process. */
export async function runFlowgate(
  environment: Environment,
  { stopAsked, onStarted, cutOffStop }: RunOptions,
): Promise<0 | 1> {
  const logger = await openLog(environment);
  try {
    const configuration = readConfiguration(environment);
    const crashed = watchForDefects(logger);
    const flowgate = await start(configuration, logger);
    onStarted();
    const cause = await Promise.race([stopAsked, crashed]);
    if (typeof cause === 'string') logger.info({ signal: cause }, 'stopping');
    else cutOffStop();
    await flowgate.stop();
    return typeof cause === 'string' ? 0 : 1;
  } catch (error) {
    logFatal(logger, error);
    return 1;
  }
}

async function start(configuration: Configuration, logger: Logger): Promise<Flowgate> {
  const onLost = (error: Error) => {
    logFatal(logger, error);
    process.exit(1);
  };
  const flowgate = await startFlowgate(configuration, { logger, onLost });
  const { url } = flowgate;
  const version = packageVersion();
  logger.info({ version, role: configuration.role, url }, 'started');
  process.stdout.write(`Flowgate ${version} ${activity(configuration, url)}\n`);
  return flowgate;
}

function activity({ role }: Configuration, url: string | undefined): string {
  if (role !== 'worker') return `is listening on ${url}`;
  return url === undefined ? 'is processing executions' : `is processing executions; its probes are on ${url}`;
}

/**
 * Logs errors that no code caught, with their stacks. An unhandled promise rejection belongs to one request or one
 * task, so the process continues. After an uncaught exception the state of the process is unknown: it must shut down
 * gracefully so that other processes take over its work.
 * @returns a promise that resolves with the first uncaught exception
 */
function watchForDefects(logger: Logger): Promise<Error> {
  process.on('unhandledRejection', (reason) => {
    logger.error({ err: asError(reason) }, 'defect: unhandled promise rejection');
  });
  return new Promise((resolve) => {
    process.on('uncaughtException', (error: unknown) => {
      logger.fatal({ err: asError(error) }, 'defect: uncaught exception; stopping');
      resolve(asError(error));
    });
  });
}

function asError(reason: unknown): Error {
  return reason instanceof Error ? reason : new Error(String(reason));
}

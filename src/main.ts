/** The program: `npm start` and the container run this file. */
import type { Logger } from 'pino';
import type { Configuration } from './config/configuration.ts';
import { loadConfiguration } from './config/load-configuration.ts';
import { packageVersion } from './config/package-root.ts';
import { logFatal } from './log/log-fatal.ts';
import { openLog } from './composition/open-log.ts';
import { startFlowgate, type Flowgate } from './composition/start-flowgate.ts';
import { watchForDefects } from './composition/watch-for-defects.ts';

// Longer than any graceful shutdown; supervisors wait about this long before they kill the process.
const maxStop = 25_000;

await main();

async function main(): Promise<void> {
  // yaml reads the environment for every token to see whether to debug, and Node asks the system: a fifth of parsing
  // time.
  process.env = { ...process.env };
  const stopAsked = firstSignal();
  const logger = await openLog(process.env);
  try {
    const configuration = loadConfiguration(process.env);
    const crashed = watchForDefects(logger);
    const flowgate = await start(configuration, logger);
    const cause = await Promise.race([stopAsked, crashed]);
    if (typeof cause === 'string') logger.info({ signal: cause }, 'stopping');
    else cutOffStop();
    await flowgate.stop();
    process.exit(typeof cause === 'string' ? 0 : 1);
  } catch (error) {
    endWith(error, logger);
  }
}

/**
 * Resolves with the first stop signal. Later signals are ignored, because Ctrl-C arrives twice under npm: from the
 * terminal and from npm. A signal during startup takes effect once startup is done. A stop that hangs is cut off.
 */
async function firstSignal(): Promise<NodeJS.Signals> {
  const signal = await new Promise<NodeJS.Signals>((resolve) => {
    for (const name of ['SIGTERM', 'SIGINT'] as const) process.on(name, resolve);
  });
  cutOffStop();
  return signal;
}

function cutOffStop(): void {
  setTimeout(() => process.exit(1), maxStop).unref();
}

async function start(configuration: Configuration, logger: Logger): Promise<Flowgate> {
  const flowgate = await startFlowgate(configuration, { logger, onLost: (error) => endWith(error, logger) });
  const { url } = flowgate;
  const version = packageVersion();
  logger.info({ version, role: configuration.role, url }, 'started');
  process.stdout.write(`Flowgate ${version} ${activity(configuration, url)}
`);
  return flowgate;
}

function activity({ role }: Configuration, url: string | undefined): string {
  if (role !== 'worker') return `is listening on ${url}`;
  return url === undefined ? 'is processing executions' : `is processing executions; its probes are on ${url}`;
}

function endWith(error: unknown, logger: Logger): void {
  logFatal(logger, error);
  process.exit(1);
}

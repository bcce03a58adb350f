/** The program: `npm start` and the container run this file. */
import { setTimeout as sleep } from 'node:timers/promises';
import { destination, pino, type Logger } from 'pino';
import type { Configuration } from './config/configuration.ts';
import { ConfigurationError, loadConfiguration } from './config/load-configuration.ts';
import { packageVersion } from './config/package-root.ts';
import { startFlowgate, type Flowgate } from './start-flowgate.ts';

// Longer than any draining takes; a supervisor waits about as long before it kills.
const longestStop = 25_000;

await main();

async function main(): Promise<void> {
  try {
    const configuration = loadConfiguration(process.env);
    // The terminal shows one line for people on standard output; the log goes beside it.
    const logger = pino({ level: configuration.logLevel, base: undefined, timestamp: pino.stdTimeFunctions.isoTime }, destination({ fd: 2, sync: true }));
    stopOnSignals(await start(configuration, logger), logger);
  } catch (error) {
    endWith(error);
  }
}

async function start(configuration: Configuration, logger: Logger): Promise<Flowgate> {
  const flowgate = await startFlowgate(configuration, { logger, onLost: endWith });
  process.stdout.write(`Flowgate ${packageVersion()} serves ${flowgate.url}\n`);
  return flowgate;
}

function stopOnSignals(flowgate: Flowgate, logger: Logger): void {
  for (const signal of ['SIGTERM', 'SIGINT'] as const) {
    process.once(signal, () => {
      logger.info({ signal }, 'stopping');
      Promise.race([flowgate.stop(), sleep(longestStop)]).then(() => process.exit(0), endWith);
    });
  }
}

/** Ends the process; a fault of the operator's is told in its own words, any other with its stack. */
function endWith(error: unknown): void {
  const isOperators = error instanceof ConfigurationError || (error instanceof Error && ['OwnRedisError', 'ListenError', 'TaskRegistryError'].includes(error.name));
  process.stderr.write(`${isOperators ? (error as Error).message : error instanceof Error ? error.stack : String(error)}\n`);
  process.exit(1);
}

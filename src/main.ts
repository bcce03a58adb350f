/** The program: `npm start` and the container run this file. */
import { destination, pino, type Logger } from 'pino';
import type { Configuration } from './config/configuration.ts';
import { ConfigurationError, loadConfiguration } from './config/load-configuration.ts';
import { packageVersion } from './config/package-root.ts';
import { startFlowgate, type Flowgate } from './start-flowgate.ts';

// Longer than any draining takes; a supervisor waits about as long before it kills.
const longestStop = 25_000;

await main();

async function main(): Promise<void> {
  // For every token, yaml asks the environment whether to debug, and Node asks the system: a fifth of the time of parsing.
  process.env = { ...process.env };
  try {
    const stopAsked = firstSignal();
    const configuration = loadConfiguration(process.env);
    // The terminal shows one line for people on standard output; the log goes beside it.
    const logger = pino({ level: configuration.logLevel, base: undefined, timestamp: pino.stdTimeFunctions.isoTime }, destination({ fd: 2, sync: true }));
    const flowgate = await start(configuration, logger);
    logger.info({ signal: await stopAsked }, 'stopping');
    await flowgate.stop();
    process.exit(0);
  } catch (error) {
    endWith(error);
  }
}

/**
 * Resolves with the first signal to stop. Later ones are ignored, for Ctrl-C comes twice under npm, from the terminal and
 * from npm; so is one while Flowgate starts, until there is something to stop. A stop that hangs is cut off.
 */
async function firstSignal(): Promise<NodeJS.Signals> {
  const signal = await new Promise<NodeJS.Signals>((resolve) => {
    for (const name of ['SIGTERM', 'SIGINT'] as const) process.on(name, resolve);
  });
  setTimeout(() => process.exit(1), longestStop).unref();
  return signal;
}

async function start(configuration: Configuration, logger: Logger): Promise<Flowgate> {
  const flowgate = await startFlowgate(configuration, { logger, onLost: endWith });
  process.stdout.write(`Flowgate ${packageVersion()} ${flowgate.url === undefined ? 'works on executions' : `serves ${flowgate.url}`}\n`);
  return flowgate;
}

/** Ends the process; a fault of the operator's is told in its own words, any other with its stack. */
function endWith(error: unknown): void {
  const isOperators = error instanceof ConfigurationError || (error instanceof Error && ['PolicyError', 'OwnRedisError', 'ListenError', 'TaskRegistryError'].includes(error.name));
  process.stderr.write(`${isOperators ? (error as Error).message : error instanceof Error ? error.stack : String(error)}\n`);
  process.exit(1);
}

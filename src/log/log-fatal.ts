import type { Logger } from 'pino';

/** Errors whose message is a sentence for the operator, who needs no stack. */
const operatorErrors: ReadonlySet<string> = new Set([
  'ConfigurationError',
  'PolicyError',
  'OwnRedisError',
  'ListenError',
  'TaskRegistryError',
  'KeyFileError',
]);

/** Logs why the process ends, at every level: an operator's problem in its own words, any other with its stack. */
export function logFatal(logger: Logger, error: unknown): void {
  if (!logger.isLevelEnabled('fatal')) logger.level = 'fatal';
  if (error instanceof Error && operatorErrors.has(error.name)) logger.fatal(error.message);
  else logger.fatal({ err: error }, 'a defect in Flowgate ends it');
}

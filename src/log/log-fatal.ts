import type { Logger } from 'pino';

/** Errors with a message for the operator, which are logged without a stack. */
const operatorErrors: ReadonlySet<string> = new Set([
  'ConfigurationError',
  'PolicyError',
  'OwnRedisError',
  'ListenError',
  'TaskRegistryError',
  'KeyFileError',
  'StoreFormatError',
  'BackupError',
]);

/**
 * Logs why the process exits, at any log level: only the message of an operator error, other errors with their stack.
 */
export function logFatal(logger: Logger, error: unknown): void {
  if (!logger.isLevelEnabled('fatal')) logger.level = 'fatal';
  if (error instanceof Error && operatorErrors.has(error.name)) logger.fatal(error.message);
  else logger.fatal({ err: error }, 'exiting because of an internal error');
}

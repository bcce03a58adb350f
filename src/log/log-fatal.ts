import type { Logger } from 'pino';
import { isOperatorError } from '../problem/operator-error.ts';

/**
 * Logs why the process exits, at any log level: only the message of an operator error, other errors with their stack.
 */
export function logFatal(logger: Logger, error: unknown): void {
  if (!logger.isLevelEnabled('fatal')) logger.level = 'fatal';
  if (isOperatorError(error)) logger.fatal(error.message);
  else logger.fatal({ err: error }, 'exiting because of an internal error');
}

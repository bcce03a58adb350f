import { format } from 'node:util';
import type { Logger } from 'pino';

const levels = { debug: 'debug', log: 'info', info: 'info', warn: 'warn', error: 'error', trace: 'error' } as const;

/**
 * Redirects output of Node.js and libraries to the log: a single line of plain text would break a JSON log for its
 * readers.
 */
export function captureOutput(logger: Logger): void {
  process.removeAllListeners('warning'); // the default listener prints the warning
  process.on('warning', (warning) => logger.warn({ err: warning }, warning.message));
  for (const [method, level] of Object.entries(levels)) {
    console[method as keyof typeof levels] = (...values: unknown[]) => logger[level](format(...values)); // a key of `levels`
  }
}

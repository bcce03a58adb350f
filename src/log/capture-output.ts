import { format } from 'node:util';
import type { Logger } from 'pino';

const levels = { debug: 'debug', log: 'info', info: 'info', warn: 'warn', error: 'error', trace: 'error' } as const;

/**
 * Makes records of the log of what Node and libraries would write past it, for one plain line ends the reading of a log
 * in JSON.
 */
export function captureOutput(logger: Logger): void {
  process.removeAllListeners('warning'); // Node's own, which prints
  process.on('warning', (warning) => logger.warn({ err: warning }, warning.message));
  for (const [method, level] of Object.entries(levels)) {
    console[method as keyof typeof levels] = (...values: unknown[]) => logger[level](format(...values)); // a key of the table
  }
}

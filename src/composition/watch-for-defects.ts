import type { Logger } from 'pino';

/**
 * Logs errors that no code caught, with their stacks. An unhandled promise rejection belongs to one request or one
 * task, so the process continues. After an uncaught exception the state of the process is unknown: it must shut down
 * gracefully so that other processes take over its work.
 * @returns a promise that resolves with the first uncaught exception
 */
export function watchForDefects(logger: Logger): Promise<Error> {
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

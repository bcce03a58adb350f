import type { Logger } from 'pino';

/**
 * Logs what no code has caught, with its stack.
 * A rejected promise that nobody handles belongs to one request or one task: the process goes on. After an exception that
 * nobody caught, anything may be half done: the process must end, in order, so that others take up its work.
 * @returns resolves with the first such exception
 */
export function watchForDefects(logger: Logger): Promise<Error> {
  process.on('unhandledRejection', (reason) => {
    logger.error({ err: asError(reason) }, 'defect: nobody handled a rejected promise');
  });
  return new Promise((resolve) => {
    process.on('uncaughtException', (error: unknown) => {
      logger.fatal({ err: asError(error) }, 'defect: nobody caught an exception; stopping');
      resolve(asError(error));
    });
  });
}

function asError(reason: unknown): Error {
  return reason instanceof Error ? reason : new Error(String(reason));
}

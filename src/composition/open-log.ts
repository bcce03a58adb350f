import { format as formatted } from 'node:util';
import type { Logger } from 'pino';
import type { Environment } from '../base/config/environment.ts';
import { readLogSettings } from '../base/config/load-configuration.ts';
import { readSecretFiles } from '../base/config/secret-files.ts';
import { secretsIn } from '../base/config/secret-settings.ts';
import { LogOutput } from '../base/log/log-output.ts';
import { createLogger } from '../base/log/logger.ts';

/**
 * The log, written to standard error: standard output has one line for people. It opens before the configuration is
 * checked, so that configuration errors are logged too. If neither can be written, the process continues.
 */
export async function openLog(environment: Environment): Promise<Logger> {
  const isTerminal = process.stderr.isTTY;
  const { level, format = isTerminal ? 'pretty' : 'json' } = readLogSettings(environment);
  const { prettyLines } = format === 'pretty' ? await import('../base/log/pretty-lines.ts') : {};
  const standardError = new LogOutput(2, ({ lines, reason }) =>
    logger.warn({ lines, reason }, 'log lines were lost because they could not be written'),
  );
  for (const stream of [process.stdout, process.stderr]) stream.on('error', () => undefined);
  const logger: Logger = createLogger({
    level,
    secrets: secretsIn(readSecretFiles(environment).environment),
    pretty: prettyLines?.({ colors: isTerminal && environment.NO_COLOR === undefined }),
    write: (line) => standardError.write(line),
  });
  captureOutput(logger);
  return logger;
}

const levels = { debug: 'debug', log: 'info', info: 'info', warn: 'warn', error: 'error', trace: 'error' } as const;

/**
 * Redirects output of Node.js and libraries to the log: a single line of plain text would break a JSON log for its
 * readers.
 */
function captureOutput(logger: Logger): void {
  process.removeAllListeners('warning'); // the default listener prints the warning
  process.on('warning', (warning) => logger[levelOf(warning)]({ err: warning }, warning.message));
  for (const [method, level] of Object.entries(levels)) {
    console[method as keyof typeof levels] = (...values: unknown[]) => logger[level](formatted(...values)); // a key of `levels`
  }
}

/** The bundled validator of requests calls url.parse on paths that Flowgate has checked; no administrator can change it. */
function levelOf(warning: Error): 'debug' | 'warn' {
  return 'code' in warning && warning.code === 'DEP0169' ? 'debug' : 'warn';
}

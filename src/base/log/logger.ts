import { pino, stdTimeFunctions, type Logger } from 'pino';
import type { LogLevel } from '../config/allowed-values.ts';
import { maskApiTokens } from '../masking/mask-api-tokens.ts';
import { SecretMask } from '../masking/secret-mask.ts';
import { isOperatorError } from '../problem/operator-error.ts';
import { sourceStack } from './source-stack.ts';

export interface LoggerOptions {
  readonly level: LogLevel;
  /** The values to mask in every line. */
  readonly secrets: readonly string[];
  /** Formats a line of JSON for people; undefined for JSON. */
  readonly pretty?: (line: string) => string;
  /** Writes a line that includes its line break. Must be synchronous: the last line is the reason for an exit. */
  readonly write: (line: string) => void;
}

/** The log of the process: one JSON object per line, or text for people. Masks the secrets in the configuration, and API tokens. */
export function createLogger({ level, secrets, pretty = (line) => line, write }: LoggerOptions): Logger {
  const mask = new SecretMask(secrets);
  const options = { level, base: undefined, timestamp: stdTimeFunctions.isoTime, serializers: { err: errorRecord } };
  return pino(options, { write: (line: string) => write(pretty(maskedLine(line, mask))) });
}

/** Masks the secrets in the strings of a JSON line. Other values are unchanged, so that the line remains valid JSON. */
function maskedLine(line: string, mask: SecretMask): string {
  const masked = (text: string): string => maskApiTokens(mask.apply(text));
  if (masked(line) === line) return line;
  const record: unknown = JSON.parse(line, (_key, value: unknown) =>
    typeof value === 'string' ? masked(value) : value,
  );
  return `${JSON.stringify(record)}\n`;
}

/** An error in the log. */
interface ErrorRecord {
  readonly type: string;
  readonly message: string;
  readonly code?: string;
  readonly stack?: string;
  readonly cause?: ErrorRecord;
}

const maxCauses = 5;

/**
 * Copies only known fields: libraries attach entire requests and commands, including their values, to errors.
 * @returns other values unchanged
 */
function errorRecord(error: unknown): unknown {
  return error instanceof Error ? recordOf(error, maxCauses) : error;
}

function recordOf(error: Error, causes: number): ErrorRecord {
  const { name, message, stack, cause } = error;
  return {
    type: name,
    message,
    ...('code' in error && typeof error.code === 'string' && { code: error.code }),
    stack: stack === undefined ? undefined : sourceStack(stack),
    ...(cause instanceof Error && causes > 0 && { cause: recordOf(cause, causes - 1) }),
  };
}

/**
 * Logs why the process exits, at any log level: only the message of an operator error, other errors with their stack.
 */
export function logFatal(logger: Logger, error: unknown): void {
  if (!logger.isLevelEnabled('fatal')) logger.level = 'fatal';
  if (isOperatorError(error)) logger.fatal(error.message);
  else logger.fatal({ err: error }, 'exiting because of an internal error');
}

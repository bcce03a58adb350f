import { pino, stdTimeFunctions, type Logger } from 'pino';
import type { LogLevel } from '../config/configuration.ts';
import { SecretMask } from '../masking/secret-mask.ts';
import { errorRecord } from './error-record.ts';
import { maskedLine } from './masked-line.ts';

export interface LoggerOptions {
  readonly level: LogLevel;
  /** What no line may show. */
  readonly secrets: readonly string[];
  /** Makes of a line of JSON what people read; absent for JSON. */
  readonly pretty?: (line: string) => string;
  /** Takes a line with its line break, and has written it when it returns: what is logged last is the reason of an exit. */
  readonly write: (line: string) => void;
}

/** The log of the process: a JSON object a line, or what people can read of it; without the secrets of the configuration. */
export function createLogger({ level, secrets, pretty = (line) => line, write }: LoggerOptions): Logger {
  const mask = new SecretMask(secrets);
  const options = { level, base: undefined, timestamp: stdTimeFunctions.isoTime, serializers: { err: errorRecord } };
  return pino(options, { write: (line: string) => write(pretty(maskedLine(line, mask))) });
}

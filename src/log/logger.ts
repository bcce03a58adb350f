import { pino, stdTimeFunctions, type Logger } from 'pino';
import type { LogLevel } from '../config/allowed-values.ts';
import { maskApiTokens } from '../masking/mask-api-tokens.ts';
import { SecretMask } from '../masking/secret-mask.ts';
import { errorRecord } from './error-record.ts';

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

import { describeValue, quoteShort } from '../../../problem/describe-value.ts';
import type { JsonValue } from '../../../problem/json-value.ts';
import type { Duration } from '../duration.ts';
import { maxDuration, parseDuration } from '../duration.ts';
import type { PropertyReader } from '../../document/property-reader.ts';

/** A duration longer than zero and not beyond `maxDuration`; anything else is an `invalid-duration`. */
export function readDuration(reader: PropertyReader, key: string): Duration | undefined {
  const value = reader.value(key);
  if (value === undefined) return undefined;
  const duration = typeof value === 'string' ? parseDuration(value) : undefined;
  const problem = duration === undefined ? notADuration(value) : boundProblem(duration);
  if (problem === undefined) return duration;
  reader.report('invalid-duration', key, `${quoteShort(key)} ${problem}`);
  return undefined;
}

function notADuration(value: JsonValue): string {
  const hint = typeof value === 'number' ? ` Did you mean "${value}s"?` : '';
  return `must be a duration such as 90s, 15m or 1h30m (a number and s, m or h); found ${describeValue(value)}.${hint}`;
}

function boundProblem({ seconds, text }: Duration): string | undefined {
  if (seconds <= 0) return `must be longer than zero; found ${quoteShort(text)}.`;
  if (seconds > maxDuration.seconds) return `must not be longer than ${maxDuration.text}; found ${quoteShort(text)}.`;
  return undefined;
}

import type { RetryPolicy } from '../flow.ts';
import type { MappingReader } from './mapping-reader.ts';
import { readDuration } from './read-duration.ts';

/** The `retry` of a task or a flow (DESIGN 2); undefined when there is none or it cannot work. */
export function readRetry(parent: MappingReader): RetryPolicy | undefined {
  const reader = parent.mapping('retry');
  if (reader === undefined) return undefined;
  const type = reader.choice('type', ['constant', 'exponential', 'random']);
  const maxAttempt = reader.requiredInteger('max_attempt');
  const interval = reader.isMissing('interval') ? undefined : readDuration(reader, 'interval');
  const maxInterval = readDuration(reader, 'max_interval');
  const delayFactor = reader.number('delay_factor') ?? 2;
  reader.finish();

  if (maxAttempt !== undefined && maxAttempt < 1) {
    reader.report('invalid-retry', 'max_attempt', `"max_attempt" counts all attempts and must be at least 1; found ${maxAttempt}.`);
  }
  if (delayFactor < 1) {
    reader.report('invalid-retry', 'delay_factor', `"delay_factor" must be at least 1; found ${delayFactor}.`);
  }
  if (interval !== undefined && maxInterval !== undefined && maxInterval.seconds < interval.seconds) {
    const message = `"max_interval" (${maxInterval.text}) must not be shorter than "interval" (${interval.text}).`;
    reader.report('invalid-retry', 'max_interval', message);
  }
  if (type === 'random' && reader.value('max_interval') === undefined) {
    reader.report('invalid-retry', 'type', 'A random retry waits between "interval" and "max_interval", and "max_interval" is missing.');
  }
  if (maxAttempt === undefined || interval === undefined) return undefined;
  return { type, maxAttempt, interval, ...(maxInterval && { maxInterval }), delayFactor };
}

import type { Duration } from '../duration.ts';
import { maxDuration } from '../duration.ts';
import type { RetryPolicy } from '../flow.ts';
import type { PropertyReader } from '../../document/property-reader.ts';
import { readDuration } from './read-duration.ts';

/** What holds for a policy that leaves a field out (DESIGN 2). A random wait without `max_interval` takes up to `randomSpan` times `interval`. */
export const retryDefaults = {
  type: 'constant',
  maxAttempt: 3,
  interval: { text: '10s', seconds: 10 },
  delayFactor: 2,
  randomSpan: 10,
} as const;

/** The `retry` of a task or a flow (DESIGN 2); undefined when there is none or it cannot work. */
export function readRetry(parent: PropertyReader): RetryPolicy | undefined {
  const reader = parent.mapping('retry');
  if (reader === undefined) return undefined;
  const type = reader.word('type', ['constant', 'exponential', 'random'] as const) ?? retryDefaults.type;
  const maxAttempt = reader.integer('max_attempt') ?? retryDefaults.maxAttempt;
  const givenInterval = readDuration(reader, 'interval');
  const givenMax = readDuration(reader, 'max_interval');
  const delayFactor = reader.number('delay_factor') ?? retryDefaults.delayFactor;
  reader.finish();

  if (maxAttempt < 1) {
    reader.report(
      'invalid-retry',
      'max_attempt',
      `"max_attempt" counts all attempts and must be at least 1; found ${maxAttempt}.`,
    );
  }
  if (delayFactor < 1) {
    reader.report('invalid-retry', 'delay_factor', `"delay_factor" must be at least 1; found ${delayFactor}.`);
  }
  if (givenInterval !== undefined && givenMax !== undefined && givenMax.seconds < givenInterval.seconds) {
    const message = `"max_interval" (${givenMax.text}) must not be shorter than "interval" (${givenInterval.text}).`;
    reader.report('invalid-retry', 'max_interval', message);
  }
  const interval = givenInterval ?? shorter(retryDefaults.interval, givenMax);
  const maxInterval = givenMax ?? (type === 'random' ? maxRandomWait(interval) : undefined);
  return { type, maxAttempt, interval, ...(maxInterval && { maxInterval }), delayFactor };
}

/** A policy that only says how long to wait at most waits no longer than that the first time either. */
function shorter(interval: Duration, max: Duration | undefined): Duration {
  return max !== undefined && max.seconds < interval.seconds ? max : interval;
}

function maxRandomWait(interval: Duration): Duration {
  const seconds = Math.min(interval.seconds * retryDefaults.randomSpan, maxDuration.seconds);
  return { text: `${seconds}s`, seconds };
}

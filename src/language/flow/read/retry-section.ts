import { integer, nested, number, withDefault, word, type PropertyOptions } from '../../document/property-kinds.ts';
import type { PropertyReader } from '../../document/property-reader.ts';
import { section, type Property, type ReadProperties } from '../../document/section.ts';
import { maxDuration, type Duration } from '../duration.ts';
import { retryTypes, type RetryPolicy } from '../flow.ts';
import { duration } from './flow-property-kinds.ts';

// The defaults of a policy (docs/reference/flows.md).
const defaultMaxAttempt = 3;
const defaultInterval: Duration = { text: '10s', seconds: 10 };
const defaultDelayFactor = 2;
/** Without `max_interval`, a random wait is at most this many times `interval`. */
const randomSpan = 10;

export const retrySection = section('How failed tasks are retried.', {
  type: word(retryTypes, 'constant', { description: 'How the wait between attempts grows.' }),
  max_attempt: withDefault(
    integer({ minimum: 1, code: 'invalid-retry', description: 'The total number of attempts.' }),
    defaultMaxAttempt,
  ),
  interval: duration({ default: defaultInterval, description: 'The wait before the first retry.' }),
  max_interval: duration({
    description: `The maximum wait. Default: none; with \`random\`, ${randomSpan} times \`interval\`.`,
    details: 'At least `interval`.',
  }),
  delay_factor: withDefault(
    number({
      minimum: 1,
      code: 'invalid-retry',
      description: 'The factor by which an exponential wait grows.',
    }),
    defaultDelayFactor,
  ),
});

/** The `retry` of a task or a flow. */
export function retry(options: PropertyOptions): Property<RetryPolicy | undefined> {
  const declared = nested(retrySection, options, readPolicy);
  return { ...declared, type: '[retry policy](tasks.md#retry)' };
}

function readPolicy(
  { type, maxAttempt, interval: givenInterval, maxInterval: givenMax, delayFactor }: RetryProperties,
  reader: PropertyReader,
): RetryPolicy {
  if (givenInterval !== undefined && givenMax !== undefined && givenMax.seconds < givenInterval.seconds) {
    const message = `"max_interval" (${givenMax.text}) must be at least "interval" (${givenInterval.text}).`;
    reader.report('invalid-retry', 'max_interval', message);
  }
  const interval = givenInterval ?? shorter(defaultInterval, givenMax);
  const maxInterval = givenMax ?? (type === 'random' ? maxRandomWait(interval) : undefined);
  return { type, maxAttempt, interval, ...(maxInterval && { maxInterval }), delayFactor };
}

type RetryProperties = ReadProperties<(typeof retrySection)['properties']>;

/** The interval, or the max wait if that is shorter. */
function shorter(interval: Duration, max: Duration | undefined): Duration {
  return max !== undefined && max.seconds < interval.seconds ? max : interval;
}

function maxRandomWait(interval: Duration): Duration {
  const seconds = Math.min(interval.seconds * randomSpan, maxDuration.seconds);
  return { text: `${seconds}s`, seconds };
}

import { describe, expect, it } from 'vitest';
import { check } from '../check.ts';

function retryOf(policy: string) {
  const { flow, problems } = check(`id: x
namespace: examples
description: Tries again.
retry: ${policy}
tasks:
  - {id: say, type: dev.vendor.plugin.core.log.Log, message: Hi}
`);
  return { retry: flow?.retry, problems: problems.map(({ code, path }) => [code, path]) };
}

const seconds = (number: number) => expect.objectContaining({ seconds: number });

describe('a retry policy (docs/reference/tasks.md)', () => {
  it.each([
    ['{}', { type: 'constant', maxAttempt: 3, interval: seconds(10), delayFactor: 2 }],
    ['{type: exponential}', { type: 'exponential', maxAttempt: 3, interval: seconds(10), delayFactor: 2 }],
    [
      '{type: random}',
      { type: 'random', maxAttempt: 3, interval: seconds(10), maxInterval: seconds(100), delayFactor: 2 },
    ],
    [
      '{type: random, interval: 3s}',
      { type: 'random', maxAttempt: 3, interval: seconds(3), maxInterval: seconds(30), delayFactor: 2 },
    ],
    [
      '{max_interval: 2s}',
      { type: 'constant', maxAttempt: 3, interval: seconds(2), maxInterval: seconds(2), delayFactor: 2 },
    ],
    [
      '{max_attempt: 5, delay_factor: 1.5}',
      { type: 'constant', maxAttempt: 5, interval: seconds(10), delayFactor: 1.5 },
    ],
  ])('%s has defaults for missing fields', (policy, retry) => {
    expect(retryOf(policy)).toEqual({ retry, problems: [] });
  });

  it('never waits longer than a year', () => {
    expect(retryOf('{type: random, interval: 8000h}').retry?.maxInterval?.seconds).toBe(8760 * 3600);
  });

  it.each([
    ['{max_attempt: 0}', 'invalid-retry', '/retry/max_attempt'],
    ['{max_attempt: 1.5}', 'wrong-type', '/retry/max_attempt'],
    ['{delay_factor: 0.5}', 'invalid-retry', '/retry/delay_factor'],
    ['{interval: 10s, max_interval: 9s}', 'invalid-retry', '/retry/max_interval'],
    ['{type: linear}', 'invalid-value', '/retry/type'],
    ['{attempts: 3}', 'unknown-property', '/retry/attempts'],
  ])('%s is %s', (policy, code, path) => {
    expect(retryOf(policy).problems).toContainEqual([code, path]);
  });
});

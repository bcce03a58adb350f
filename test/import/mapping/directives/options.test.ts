import { expect, test } from 'vitest';
import { initialScope } from '../../../../src/import/mapping/directives/names-of-flow.ts';
import { mapOptions } from '../../../../src/import/mapping/directives/options.ts';
import { callsOf, mappingOf } from '../mapping-setup.ts';

function options(source: string, place: 'flow' | 'stage' = 'flow') {
  const mapping = mappingOf(source);
  const { common, scope } = mapOptions(callsOf(source), initialScope(mapping), place);
  const [finding] = mapping.findings.all;
  const flow = Object.fromEntries(mapping.flow.properties);
  return { common, scope, flow, locks: mapping.flow.locks, outcome: [finding?.outcome, finding?.message] };
}

const late = 'the execution fails, but Jenkins aborts it';

test.each([
  ["timeout(time: 90, unit: 'MINUTES')", { timeout: '1h30m' }, ['approximated', late]],
  ['timeout(30)', { timeout: '30m' }, ['approximated', late]],
  ["timeout(time: 2, unit: 'DAYS')", { timeout: '48h' }, ['approximated', late]],
  ["timeout(time: 1500, unit: 'MILLISECONDS')", { timeout: '1.5s' }, ['approximated', late]],
  [
    'retry(3)',
    { retry: { max_attempt: 3, interval: '1s' } },
    ['approximated', 'each task is attempted again, not the whole pipeline'],
  ],
  ['disableConcurrentBuilds()', { concurrency: { limit: 1, behavior: 'QUEUE' } }, ['mapped', undefined]],
  [
    'disableConcurrentBuilds(abortPrevious: true)',
    { concurrency: { limit: 1, behavior: 'QUEUE' } },
    ['approximated', 'the next execution is held, but Jenkins aborts the one that runs'],
  ],
  ["durabilityHint('PERFORMANCE_OPTIMIZED')", { durability: 'performance' }, ['mapped', undefined]],
  ['timestamps()', {}, ['mapped', 'logs have the time of each line']],
  [
    "buildDiscarder(logRotator(numToKeepStr: '5'))",
    {},
    ['approximated', 'the operator sets how long executions are kept'],
  ],
  ['timeout(time: 5, activity: true)', {}, ['by hand', 'flows have no timeout for inactivity']],
  ['timeout(time: params.T)', {}, ['by hand', 'its duration is not constant']],
  ["gitLabConnection('x')", {}, ['by hand', 'flows have no option like this']],
])('the option %s of a pipeline', (groovy, flow, outcome) => {
  expect(options(groovy)).toMatchObject({ flow, outcome, common: {} });
});

test('options of a stage are those of its task', () => {
  expect(options("timeout(time: 10, unit: 'SECONDS')\nretry(2)", 'stage')).toMatchObject({
    common: { timeout: '10s', retry: { max_attempt: 2, interval: '1s' } },
    flow: {},
  });
  expect(options('retry(2)', 'stage').outcome).toEqual(['mapped', undefined]);
});

test('a lock is one of the flow', () => {
  expect(options("lock('db')").locks).toEqual(['db']);
  expect(options("lock(resource: 'a b')").outcome).toEqual(['by hand', 'a b is not a valid name of a lock']);
  expect(options("lock(label: 'db', quantity: 1)").outcome[0]).toBe('by hand');
});

test('failFast is known in the scope', () => {
  expect(options('parallelsAlwaysFailFast()').scope.failFast).toBe(true);
});

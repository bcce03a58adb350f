import { expect, test } from 'vitest';
import { aroundCalls, meteredCalls } from '../../../../src/engines/jenkins/client/calls-of-gateway.ts';
import { JenkinsError } from '../../../../src/engines/jenkins/client/jenkins-error.ts';
import type { JenkinsGateway } from '../../../../src/engines/jenkins/client/jenkins-gateway.ts';
import { confirmedCalls } from '../../../../src/engines/jenkins/controller/confirmed-calls.ts';

const key = { namespace: 'team.a', id: 'flow' };
const build = { job: key, number: 3 };
const noConnection = new JenkinsError('unreachable', 'no connection');

/** Of the calls that these tests use. */
function gatewayWith(calls: Partial<JenkinsGateway>): JenkinsGateway {
  return calls as JenkinsGateway; // nothing else is called
}

test('something is done around each call, which gets what the caller gave and answers as before', async () => {
  const log: unknown[] = [];
  const gateway = gatewayWith({
    stopBuild: async (...given) => {
      log.push(given);
      return true;
    },
  });
  const around = aroundCalls(gateway, async (name, call) => {
    log.push(name);
    return call();
  });
  expect(await around.stopBuild(build, 'term')).toBe(true);
  expect(log).toEqual(['stopBuild', [build, 'term']]);
});

test('a call is reported with its outcome, and fails as before', async () => {
  const reported: string[] = [];
  const defect = new Error('a defect');
  const gateway = gatewayWith({
    enableJob: async () => false,
    disableJob: async () => Promise.reject(noConnection),
    artifacts: async () => Promise.reject(defect),
  });
  const metered = aroundCalls(
    gateway,
    meteredCalls((call, outcome, seconds) => {
      reported.push(`${call} ${outcome}`);
      expect(seconds).toBeGreaterThanOrEqual(0);
    }),
  );
  expect(await metered.enableJob(key)).toBe(false);
  await expect(metered.disableJob(key)).rejects.toBe(noConnection);
  await expect(metered.artifacts(build)).rejects.toBe(defect);
  expect(reported).toEqual(['enableJob ok', 'disableJob unreachable', 'artifacts defect']);
});

test('a call needs the right server, unless it asks which one it is', async () => {
  const other = new JenkinsError('other-controller', 'another server');
  const called: string[] = [];
  const confirmed = aroundCalls(
    gatewayWith({
      identity: async () => 'a digest',
      enableJob: async () => called.push('enableJob') > 0,
    }),
    confirmedCalls({ usable: () => Promise.reject(other), named: (error) => error, doubt: () => undefined }),
  );
  expect(await confirmed.identity()).toBe('a digest');
  await expect(confirmed.enableJob(key)).rejects.toBe(other);
  expect(called).toEqual([]);
});

test('an error names the controller, and one that shows its absence raises doubts', async () => {
  const named = new JenkinsError('failed', 'the error with its name');
  let doubts = 0;
  const confirmed = aroundCalls(
    gatewayWith({
      enableJob: async () => Promise.reject(noConnection),
      disableJob: async () => Promise.reject(new JenkinsError('rejected', 'no')),
    }),
    confirmedCalls({
      usable: async () => ({ url: '', since: '' }),
      named: () => named,
      doubt: () => void (doubts += 1),
    }),
  );
  await expect(confirmed.disableJob(key)).rejects.toBe(named);
  expect(doubts).toBe(0);
  await expect(confirmed.enableJob(key)).rejects.toBe(named);
  expect(doubts).toBe(1);
});

import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { loadConfiguration } from '../../src/base/config/load-configuration.ts';
import { chooseEngine } from '../../src/engines/choose-engine.ts';
import { engineModules } from '../../src/engines/engine-modules.ts';
import type { RedisConnection } from '../../src/store/redis/connect-redis.ts';

const jenkins = { JENKINS_URL: 'http://jenkins.example', JENKINS_USER: 'flowgate', JENKINS_TOKEN: 'token' };
let data: string;
beforeEach(() => {
  data = mkdtempSync(join(tmpdir(), 'flowgate-engine-'));
});
afterEach(() => rmSync(data, { recursive: true, force: true }));

async function choose(environment: Readonly<Record<string, string>>, hasPushedJobs = false) {
  const configuration = loadConfiguration({ FLOWGATE_DATA: data, ...environment });
  const redis = { get: async () => (hasPushedJobs ? '1' : '0') } as unknown as RedisConnection; // the mark of pushed jobs
  return (await chooseEngine(Object.values(engineModules), configuration, async () => redis))?.name;
}

it.each<[string, Readonly<Record<string, string>>, string | undefined]>([
  ['nothing', {}, 'local'],
  ['another port', { PORT: '4000' }, 'local'],
  ['an IPv6 loopback address', { HOST: '::1' }, 'local'],
  ['a Jenkins', jenkins, 'jenkins'],
  ['a Jenkins, but the engine of this machine', { ...jenkins, FLOWGATE_ENGINE: 'local' }, 'local'],
  ['no engine', { FLOWGATE_ENGINE: 'none' }, undefined],
  ['no engine, with a Jenkins', { ...jenkins, FLOWGATE_ENGINE: 'none' }, undefined],
  ['an address that others can reach', { HOST: '0.0.0.0' }, undefined],
  ['the same, but the engine of this machine', { HOST: '0.0.0.0', FLOWGATE_ENGINE: 'local' }, 'local'],
  ['another Redis', { REDIS_URL: 'redis://redis.example' }, undefined],
  ['tokens', { FLOWGATE_AUTH: 'jwt', FLOWGATE_JWT_ISSUER: 'https://issuer.example' }, undefined],
  ['a public URL', { FLOWGATE_PUBLIC_URL: 'https://flowgate.example' }, undefined],
  ['a URL for agents', { FLOWGATE_AGENT_URL: 'http://flowgate:3000' }, undefined],
  ['other host names', { FLOWGATE_HOSTS: 'flowgate.example' }, undefined],
  ['a Jenkins whose URL was lost', { JENKINS_USER: 'flowgate', JENKINS_TOKEN: 'token' }, undefined],
  ['a key', { FLOWGATE_KEY: 'k'.repeat(32) }, undefined],
  ['a base path', { FLOWGATE_BASE_PATH: '/flowgate' }, undefined],
  ['trusted proxies', { FLOWGATE_TRUSTED_PROXIES: '10.0.0.0/8' }, undefined],
])('with %s configured', async (_name, environment, engine) => {
  expect(await choose(environment)).toBe(engine);
});

it('is not this machine by default after a Jenkins was configured, whatever ran', async () => {
  await choose({ ...jenkins, FLOWGATE_ENGINE: 'none' });
  expect(await choose({})).toBeUndefined();
  expect(await choose({ FLOWGATE_ENGINE: 'local' })).toBe('local');
});

it('is not this machine by default if flows were pushed to a Jenkins by an earlier release', async () => {
  expect(await choose({}, true)).toBeUndefined();
});

it.each([
  [{ FLOWGATE_ENGINE: 'jenkins' }, 'JENKINS_URL is missing; FLOWGATE_ENGINE=jenkins requires a Jenkins to run flows'],
  [
    {
      FLOWGATE_ENGINE: 'local',
      FLOWGATE_ROLE: 'api',
      REDIS_URL: 'redis://redis.example',
      FLOWGATE_KEY: 'k'.repeat(32),
    },
    'FLOWGATE_ENGINE=local requires FLOWGATE_ROLE=all; it is api',
  ],
  [{ FLOWGATE_ENGINE: 'local', REDIS_URL: 'redis://redis.example' }, 'FLOWGATE_KEY is missing'],
  [{ FLOWGATE_ENGINE: 'docker' }, 'FLOWGATE_ENGINE'],
  [
    { FLOWGATE_ENGINE: 'local', FLOWGATE_CONTROLLERS: 'package.json' },
    'FLOWGATE_CONTROLLERS has no effect with FLOWGATE_ENGINE=local; remove one of them',
  ],
])('cannot be %j', (environment, problem) => {
  expect(() => loadConfiguration(environment, { engines: engineModules })).toThrow(problem);
});

it('cannot be local on Windows', () => {
  const options = { engines: engineModules, platform: 'win32' } as const;
  expect(() => loadConfiguration({ FLOWGATE_ENGINE: 'local' }, options)).toThrow('FLOWGATE_ENGINE=local needs a POSIX');
  expect(() => loadConfiguration({}, options)).not.toThrow();
});

it.each([
  [{}, []],
  [{ HOST: '0.0.0.0' }, ['HOST']],
  [{ FLOWGATE_PUBLIC_URL: 'https://flowgate.example' }, ['FLOWGATE_PUBLIC_URL']],
  [{ FLOWGATE_AGENT_URL: 'http://flowgate:3000' }, ['FLOWGATE_AGENT_URL']],
  [
    { FLOWGATE_PUBLIC_URL: 'https://flowgate.example', FLOWGATE_AGENT_URL: 'http://flowgate:3000' },
    ['FLOWGATE_PUBLIC_URL', 'FLOWGATE_AGENT_URL'],
  ],
  [
    { FLOWGATE_PUBLIC_URL: 'https://flowgate.example', FLOWGATE_HOSTS: 'other.example', FLOWGATE_KEY: 'k'.repeat(32) },
    ['FLOWGATE_PUBLIC_URL', 'FLOWGATE_KEY', 'FLOWGATE_HOSTS'],
  ],
  [{ JENKINS_TOKEN: 'token' }, ['JENKINS_USER, JENKINS_TOKEN or JENKINS_CREDENTIALS without JENKINS_URL']],
])('is kept from being this machine by %j, which the log names', (environment, settings) => {
  const configuration = loadConfiguration({ FLOWGATE_DATA: data, ...environment });
  expect(engineModules.local.notDefaultBecause?.(configuration)).toEqual(settings);
});

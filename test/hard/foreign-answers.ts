import { fork } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Part } from '../../bench/rig/part.ts';
import { JenkinsClientGateway } from '../../src/engines/jenkins/client/jenkins-client-gateway.ts';
import { JwtIdentity } from '../../src/faces/http/identity/jwt-identity.ts';
import { secretReference } from '../../src/language/input-types/secret-reference.ts';
import { providerOf } from '../store/secret-providers/provider-settings.ts';
import { hostileAnswers } from '../support/hostile-answers.ts';

/** Milliseconds of work for which an answer may hold up all other work. */
const maxHold = 50;
const maxGrowth = 400; // MiB
const timeout = 60_000; // milliseconds until a reader must have given up

/** What reads an answer; it rejects whatever is wrong. */
type Read = (url: string) => Promise<unknown>;

const token = `${Buffer.from('{"alg":"RS256","kid":"a"}').toString('base64url')}.e30.c2ln`;

const readers: Readonly<Record<string, Read>> = {
  Vault: (url) => secretOf('vault:web/deploy#token', { VAULT_ADDR: url, VAULT_TOKEN: 's.1' }),
  'Vault, signing in': (url) =>
    secretOf('vault:web/deploy#token', {
      VAULT_ADDR: url,
      VAULT_AUTH: 'approle',
      VAULT_ROLE: 'web',
      VAULT_SECRET_ID: 'x',
    }),
  AWS: (url) => {
    process.env['AWS_ENDPOINT_URL_SECRETS_MANAGER'] = url;
    return secretOf('aws:web/deploy#token', {});
  },
  Google: (url) => {
    process.env['GCE_METADATA_HOST'] = url.slice('http://'.length);
    return secretOf('gcp:token', { CLOUDSDK_API_ENDPOINT_OVERRIDES_SECRETMANAGER: url });
  },
  'keys of an issuer': async (url) => {
    const identity = new JwtIdentity({ issuer: url, keysUrl: `${url}/jwks` });
    const headersDistinct = { authorization: [`Bearer ${token}`] };
    const found = await identity.verify({ headersDistinct, headers: {} } as never); // all that it reads
    if ('unknown' in found) throw new Error(found.unknown);
  },
  'lists of Jenkins': (url) => withJenkins(url, (jenkins) => jenkins.listJobs()),
  'the queue of Jenkins': (url) => withJenkins(url, (jenkins) => jenkins.findExecution(key, 'any')),
  'the log of Jenkins': (url) => withJenkins(url, (jenkins) => jenkins.log({ job: key, number: 1 }, 0)),
  'steps of Jenkins': (url) => withJenkins(url, (jenkins) => jenkins.pipelineSteps({ job: key, number: 1 })),
};

export const foreignAnswers: Part = {
  name: 'foreign-answers',
  description: 'Hosts that Flowgate calls and whose answers are far too large, too deep, compressed, or never end.',
  run: async (report) => {
    const host = fork(new URL('support/hostile-host.ts', import.meta.url), { execArgv: ['--import', 'tsx'] });
    const before = { ...process.env };
    Object.assign(process.env, { AWS_REGION: 'eu-central-1', AWS_ACCESS_KEY_ID: 'a', AWS_SECRET_ACCESS_KEY: 'b' });
    process.env['GOOGLE_CLOUD_PROJECT'] = 'shop';
    try {
      const [url] = (await once(host, 'message')) as [string];
      for (const [reader, read] of Object.entries(readers)) {
        let [worst, largest] = [0, 0];
        // The first call loads what it needs.
        host.send('1 MB of [');
        await once(host, 'message');
        await read(url).catch(() => undefined);
        for (const { name } of hostileAnswers) {
          host.send(name);
          await once(host, 'message');
          // The faster of two, because other processes take their time too.
          const [first, second] = [await measured(() => read(url)), await measured(() => read(url))];
          const hold = Math.min(first.hold, second.hold);
          const { growth, outcome } = second;
          report.check(`${reader} ends ${name}`, outcome === 'waits' && `it still waits after ${timeout} ms`);
          report.check(`${name} from ${reader} holds up nothing`, hold > maxHold && `it held the loop for ${hold} ms`);
          [worst, largest] = [Math.max(worst, hold), Math.max(largest, growth)];
        }
        report.figure(`longest hold by ${reader}, in ms`, worst);
        report.check(`${reader} takes no more memory than it needs`, largest > maxGrowth && `${largest} MiB`);
      }
    } finally {
      process.env = before;
      host.kill();
    }
  },
};

const key = { namespace: 'demo', id: 'hello' };

async function withJenkins(url: string, read: (jenkins: JenkinsClientGateway) => Promise<unknown>): Promise<unknown> {
  const jenkins = new JenkinsClientGateway({ url, user: 'a', token: 'b', folder: 'flows', idleTimeout: 500 });
  return read(jenkins).finally(() => jenkins.close());
}

function secretOf(text: string, settings: Readonly<Record<string, string>>): Promise<string> {
  const reference = secretReference(text);
  if (reference === undefined) throw new Error(`${text} is no reference`);
  const [name] = text.split(':') as ['vault' | 'aws' | 'gcp'];
  return providerOf(name, settings).read(reference, AbortSignal.timeout(5_000));
}

async function measured(read: () => Promise<unknown>): Promise<{ hold: number; growth: number; outcome: string }> {
  const memory = process.memoryUsage().rss;
  let [peak, hold, at, used] = [memory, 0, performance.now(), cpuMilliseconds()];
  const sampler = setInterval(() => {
    peak = Math.max(peak, process.memoryUsage().rss);
    const [time, usedNow] = [performance.now(), cpuMilliseconds()];
    // What other processes take of this time holds up nothing on a machine that is not busy.
    hold = Math.max(hold, Math.min(time - at, usedNow - used));
    [at, used] = [time, usedNow];
  }, 1);
  const outcome = await Promise.race([
    read().then(
      () => 'answered',
      () => 'rejected',
    ),
    sleep(timeout, 'waits'),
  ]);
  await sleep(20);
  clearInterval(sampler);
  return { hold: Math.round(hold), growth: Math.round((peak - memory) / 2 ** 20), outcome };
}

/** The CPU time of all threads of this process. */
function cpuMilliseconds(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1000;
}

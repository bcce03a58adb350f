import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { readReceiverFile } from '../../src/abilities/notify/read-receiver-file.ts';
import { loadOperatorFile } from '../../src/access/operator-file.ts';
import { readPolicy } from '../../src/access/read-policy.ts';
import { readLockFile } from '../../src/store/executions/locks/read-lock-file.ts';
import { settingNames } from '../support/setting-names.ts';

interface Service {
  readonly build?: unknown;
  readonly restart?: string;
  readonly logging?: object;
  readonly security_opt?: readonly string[];
  readonly stop_grace_period?: string;
  readonly environment?: Readonly<Record<string, string>>;
  readonly ports?: readonly string[];
  readonly networks?: readonly string[];
  readonly volumes?: readonly string[];
}

interface Compose {
  readonly services: Readonly<Record<string, Service>>;
  readonly networks: Readonly<
    Record<string, { readonly internal?: boolean; readonly ipam?: { readonly config: readonly { gateway: string }[] } }>
  >;
}

function compose(file: string): Compose {
  return parse(readFileSync(file, 'utf8'), { merge: true }) as Compose; // the reference implementation checks it in test:packaging
}

const files = ['compose.yaml', 'compose.local.yaml'];
const jenkinsFolder = 'deploy/compose/jenkins';
const folder = mkdtempSync(join(tmpdir(), 'flowgate-compose-'));
afterAll(() => rmSync(folder, { recursive: true }));

describe.each(files)('%s', (file) => {
  const { services, networks } = compose(file);
  const flowgate = services.flowgate!;

  it('uses settings that exist', () => {
    expect(settingNames()).toEqual(expect.arrayContaining(Object.keys(flowgate.environment ?? {})));
  });

  it('publishes ports on this machine alone', () => {
    const ports = Object.values(services).flatMap((service) => service.ports ?? []);
    expect(ports.filter((port) => !port.startsWith('127.0.0.1:'))).toEqual([]);
  });

  it('limits the logs and the privileges of all services that stay', () => {
    const stay = Object.entries(services).filter(([, service]) => service.restart !== undefined);
    expect(stay.map(([name]) => name)).toContain('flowgate');
    for (const [, service] of stay)
      expect(service).toMatchObject({ logging: { driver: 'local' }, security_opt: ['no-new-privileges:true'] });
  });

  it('gives Flowgate the time that it needs to stop', () => {
    expect(flowgate.stop_grace_period).toBe('30s');
  });

  it('trusts only the gateway of the network that its users come from', () => {
    const [gateway] = networks.front?.ipam?.config ?? [];
    expect(flowgate.environment?.FLOWGATE_TRUSTED_PROXIES).toBe(gateway?.gateway);
    const others = Object.entries(services).filter(
      ([name, service]) => name !== 'flowgate' && service.networks?.includes('front'),
    );
    expect(others).toEqual([]);
  });

  it('requires an identity also for reading, because builds are not users', async () => {
    const policy = flowgate.environment?.FLOWGATE_POLICY ?? '';
    const [mounted] = (flowgate.volumes ?? []).filter((volume) => volume.includes(`:${policy}:`));
    await expect(loadOperatorFile((mounted ?? '').split(':')[0]!, 'policy', readPolicy)).resolves.toBeDefined();
  });
});

describe.each(files)('the files of the operator in %s', (file) => {
  const { environment = {}, volumes = [] } = compose(file).services.flowgate!;
  /** The text of a file that a setting names, as it is mounted. */
  const mounted = (setting: string) => {
    const [source] = volumes.filter((volume) => volume.includes(`:${environment[setting]}:`));
    return readFileSync(source?.split(':')[0] ?? setting, 'utf8');
  };
  const commented = (text: string) => text.replaceAll(/^#( *[\w:]+: \{)/gm, '$1').replaceAll(/: \{\}$/gm, ':');

  it('are valid as they are, and with their examples', () => {
    const readers = {
      FLOWGATE_RECEIVERS: (text: string) => readReceiverFile(text, () => 'https://hooks.example/x'),
      FLOWGATE_LOCKS: (text: string) => readLockFile(text),
    };
    for (const [setting, read] of Object.entries(readers))
      for (const text of [mounted(setting), commented(mounted(setting))]) {
        expect(read(text).problems).toEqual([]);
        expect(text).not.toBe('');
      }
    expect(commented(mounted('FLOWGATE_LOCKS'))).toContain('\n  licences: ');
  });

  it('can name secrets, which Git ignores', () => {
    expect(volumes).toContain('./deploy/compose/secrets:/run/secrets:ro');
    expect(readFileSync('deploy/compose/secrets/.gitignore', 'utf8')).toMatch(/^\*$/m);
  });
});

it('tells people and builds different URLs of Flowgate', () => {
  const { environment } = compose('compose.yaml').services.flowgate!;
  expect(environment?.FLOWGATE_AGENT_URL).toBe('http://flowgate:3000');
  expect(environment?.FLOWGATE_PUBLIC_URL).toContain('http://localhost:');
});

it('lets only Flowgate reach Redis', () => {
  const { services, networks } = compose('compose.yaml');
  expect(services.redis?.networks).toEqual(['store']);
  expect(networks.store?.internal).toBe(true);
  const others = Object.entries(services).filter(([, service]) => service.networks?.includes('store'));
  expect(others.map(([name]) => name)).toEqual(['flowgate', 'redis']);
});

it('generates the secrets that the services read, and keeps them', () => {
  for (const name of ['flowgate', 'redis', 'jenkins']) mkdirSync(join(folder, name), { recursive: true });
  const generate = () => {
    execFileSync(process.execPath, ['deploy/compose/create-secrets.mjs', folder], { stdio: 'ignore' });
    return contents();
  };
  const secrets = generate();
  expect(generate()).toEqual(secrets);
  expect(secrets['flowgate/redis-url']).toBe(`redis://:${secrets['redis/password']}@redis:6379`);
  expect(secrets['redis/redis.conf']).toContain(`requirepass ${secrets['redis/password']}\n`);
  expect(secrets['flowgate/jenkins-token']).toBe(secrets['jenkins/flowgate-token']);
  // What Jenkins accepts as an API token.
  expect(secrets['jenkins/flowgate-token']).toMatch(/^11[0-9a-f]{32}$/);
  const { environment } = compose('compose.yaml').services.flowgate!;
  const read = Object.entries(environment ?? {}).filter(([name]) => name.endsWith('_FILE'));
  expect(Object.keys(secrets)).toEqual(expect.arrayContaining(read.map(([, path]) => path.replace('/run/', ''))));
});

function contents(): Readonly<Record<string, string>> {
  const names = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((name) => name.includes('/'));
  return Object.fromEntries(names.map((name) => [name, readFileSync(join(folder, name), 'utf8')]));
}

describe('the controller', () => {
  const page = readFileSync('docs/reference/jenkins.md', 'utf8');
  const configuration = readFileSync(join(jenkinsFolder, 'casc.yaml'), 'utf8');
  const script = readFileSync(join(jenkinsFolder, 'init.groovy.d', 'flowgate-account.groovy'), 'utf8');

  function table(heading: string): string {
    return new RegExp(`^## ${heading}$([^]*?)(?=^## )`, 'm').exec(page)?.[1] ?? '';
  }

  it('has the plugins that the documentation names, in exact versions', () => {
    const outsideSecondColumn = table('Plugins').replaceAll(/^(\| [^|]*\|).*$/gm, '$1');
    const named = [...outsideSecondColumn.matchAll(/`([a-z-]+)`/g)].map(([, name]) => name);
    expect(named.length).toBeGreaterThan(10);
    const lines = readFileSync(join(jenkinsFolder, 'plugins.txt'), 'utf8').split('\n');
    const installed = lines.filter((line) => line !== '' && !line.startsWith('#')).map((line) => line.split(':'));
    expect(installed.map(([name]) => name)).toEqual(expect.arrayContaining(named));
    expect(installed.filter(([, version]) => version === undefined)).toEqual([]);
  });

  it('gives the account of Flowgate exactly the permissions that the documentation names', () => {
    const documented = [...table('Permissions').matchAll(/^\| ([^|]+) \|/gm)].flatMap(([, cell = '']) =>
      cell.split(', '),
    );
    const named = documented.filter((name) => name.includes('/')).toSorted();
    const overall = [...configuration.matchAll(/^ +- (Overall\/(?!Administer)\w+)$/gm)].map(([, name]) => name);
    const onFolder = [...script.matchAll(/\b(Item|CredentialsProvider)\.([A-Z]{4,})\b/g)].map(
      ([, owner, name = '']) => `${owner === 'Item' ? 'Job' : 'Credentials'}/${name[0]}${name.slice(1).toLowerCase()}`,
    );
    expect([...overall, ...onFolder].toSorted()).toEqual(named);
  });
});

import { resolve } from 'node:path';
import { describe, expect, it } from 'vitest';
import {
  loadConfiguration,
  loadLanguageConfiguration,
  readLogSettings,
} from '../../../src/base/config/load-configuration.ts';
import { problemsOf } from './support/setting-problems.ts';

describe('loadConfiguration', () => {
  it('has a default for everything', () => {
    expect(loadConfiguration({})).toMatchObject({
      host: '127.0.0.1',
      port: 3000,
      dataFolder: resolve('data'),
      redisUrl: undefined,
      vendor: 'vendor',
      prefix: 'VENDOR',
      taskFolders: [],
      identity: { mode: 'proxy' },
      hosts: ['localhost', '127.0.0.1', '[::1]'],
      trustedProxies: ['loopback'],
      limits: {
        flowBytes: 262_144,
        bodyBytes: 1_048_576,
        yamlDepth: 64,
        yamlAliases: 100,
        yamlNodes: 50_000,
        tasks: 1000,
        inputs: 200,
        variables: 1000,
        subflowDepth: 10,
        importDocuments: 5000,
        patternLength: 1000,
      },
      validateResponses: false,
    });
  });

  it('derives the prefix from the vendor', () => {
    expect(loadConfiguration({ FLOWGATE_VENDOR: 'acme' })).toMatchObject({ vendor: 'acme', prefix: 'ACME' });
    expect(loadConfiguration({ FLOWGATE_VENDOR: 'acme', FLOWGATE_PREFIX: 'BOT' })).toMatchObject({ prefix: 'BOT' });
  });

  it('reads lists', () => {
    const configuration = loadConfiguration({
      FLOWGATE_TASKS: '/tmp:src',
      FLOWGATE_HOSTS: 'Gate.Example, *, fd00::A',
      FLOWGATE_TRUSTED_PROXIES: '10.0.0.0/8,::1',
    });
    expect(configuration).toMatchObject({
      taskFolders: ['/tmp', resolve('src')],
      hosts: ['gate.example', '*', '[fd00::a]'],
      trustedProxies: ['10.0.0.0/8', '::1'],
    });
  });

  it('limits uploads, and 0 means no limit', () => {
    expect(loadConfiguration({}).limits.uploads).toEqual({
      perActor: 10 * 2 ** 30,
      inAll: 50 * 2 ** 30,
      reserve: 2 ** 30,
    });
    const unlimited = loadConfiguration({
      FLOWGATE_MAX_UPLOAD_BYTES_PER_ACTOR: '0',
      FLOWGATE_MAX_UPLOAD_BYTES_IN_ALL: '0',
      FLOWGATE_MIN_FREE_BYTES: '0',
    });
    expect(unlimited.limits.uploads).toEqual({ perActor: Infinity, inAll: Infinity, reserve: 0 });
  });

  it('has no default log format, and reads log settings even if other settings are invalid', () => {
    expect(loadConfiguration({}).log).toEqual({ level: 'info' });
    expect(readLogSettings({ FLOWGATE_LOG_FORMAT: 'json', FLOWGATE_LOG_LEVEL: 'loud', PORT: 'x' })).toEqual({
      level: 'info',
      format: 'json',
    });
  });

  it('treats an empty variable as absent', () => {
    expect(loadConfiguration({ PORT: '', REDIS_URL: ' ', FLOWGATE_HOSTS: ',' })).toMatchObject({
      port: 3000,
      redisUrl: undefined,
      hosts: ['localhost', '127.0.0.1', '[::1]'],
    });
  });

  it('serves the console unless it is turned off', () => {
    expect(loadConfiguration({})).toMatchObject({ hasConsole: true });
    expect(loadConfiguration({ FLOWGATE_CONSOLE: 'off' })).toMatchObject({ hasConsole: false });
  });

  it('allows the host of the public URL, and stores files in the data folder', () => {
    const configuration = loadConfiguration({
      FLOWGATE_PUBLIC_URL: 'https://Gate.example:8443/flows/',
      FLOWGATE_HOSTS: 'localhost',
      FLOWGATE_DATA: '/data',
    });
    expect(configuration).toMatchObject({
      publicUrl: 'https://gate.example:8443/flows',
      hosts: ['localhost', 'gate.example'],
      filesFolder: '/data/files',
      limits: { uploadBytes: 2 ** 30 },
    });
    expect(loadConfiguration({ FLOWGATE_PUBLIC_URL: 'http://localhost:3000', FLOWGATE_FILES: '/files' })).toMatchObject(
      { publicUrl: 'http://localhost:3000', hosts: ['localhost', '127.0.0.1', '[::1]'], filesFolder: '/files' },
    );
    expect(
      loadConfiguration({ FLOWGATE_BASE_PATH: '/tools/flowgate/', FLOWGATE_PUBLIC_URL: 'https://gate' }),
    ).toMatchObject({ basePath: '/tools/flowgate', publicUrl: 'https://gate/tools/flowgate' });
    expect(loadConfiguration({ FLOWGATE_BASE_PATH: '/', FLOWGATE_PUBLIC_URL: 'https://gate/x' })).toMatchObject({
      basePath: '',
      publicUrl: 'https://gate/x',
    });
    expect(
      loadConfiguration({ FLOWGATE_BASE_PATH: '/flowgate', FLOWGATE_PUBLIC_URL: 'https://gate/tools/flowgate/' }),
    ).toMatchObject({ publicUrl: 'https://gate/tools/flowgate' });
  });

  it('knows where people and where agents reach Flowgate', () => {
    const people = { FLOWGATE_PUBLIC_URL: 'https://gate.example', FLOWGATE_HOSTS: 'localhost' };
    expect(loadConfiguration(people)).toMatchObject({ agentUrl: 'https://gate.example' });
    expect(
      loadConfiguration({ ...people, FLOWGATE_AGENT_URL: 'http://flowgate:3000/', FLOWGATE_BASE_PATH: '/tools' }),
    ).toMatchObject({
      publicUrl: 'https://gate.example/tools',
      agentUrl: 'http://flowgate:3000/tools',
      hosts: ['localhost', 'gate.example', 'flowgate'],
    });
    const { publicUrl, agentUrl } = loadConfiguration({ FLOWGATE_AGENT_URL: 'http://flowgate:3000' });
    expect([publicUrl, agentUrl]).toEqual([undefined, 'http://flowgate:3000']);
  });

  it.each([
    ['PORT', '65536'],
    ['FLOWGATE_HOSTS', 'http://gate.example'],
    ['FLOWGATE_HOSTS', 'gate.example:3000'],
    ['PORT', '3e3'],
    ['FLOWGATE_VENDOR', 'Acme'],
    ['FLOWGATE_PREFIX', 'acme-'],
    ['FLOWGATE_AUTH', 'basic'],
    ['FLOWGATE_LOG_LEVEL', 'loud'],
    ['FLOWGATE_LOG_FORMAT', 'text'],
    ['FLOWGATE_MAX_UPLOAD_BYTES_PER_ACTOR', '10GB'],
    ['FLOWGATE_MAX_UPLOAD_BYTES_IN_ALL', '-1'],
    ['FLOWGATE_MIN_FREE_BYTES', 'all'],
    ['FLOWGATE_MAX_PENDING', '0'],
    ['FLOWGATE_TRUSTED_PROXIES', 'proxy.example'],
    ['FLOWGATE_TRUSTED_PROXIES', '10.0.0.0/33'],
    ['FLOWGATE_TRUSTED_PROXIES', '0.0.0.0/0'],
    ['FLOWGATE_MAX_FLOW_BYTES', '-1'],
    ['REDIS_URL', 'localhost:6379'],
    ['FLOWGATE_HOST', 'localhost'],
    ['FLOWGATE_CONSOLE', 'yes'],
    ['FLOWGATE_BASE_PATH', 'flowgate'],
    ['FLOWGATE_BASE_PATH', '/a b'],
    ['FLOWGATE_BASE_PATH', '//a'],
    ['FLOWGATE_PUBLIC_URL', 'gate.example'],
    ['FLOWGATE_AGENT_URL', 'gate.example'],
    ['FLOWGATE_PUBLIC_URL', 'ftp://gate.example'],
    ['FLOWGATE_PUBLIC_URL', 'https://gate.example/?a=b'],
    ['FLOWGATE_PUBLIC_URL', 'https://user@gate.example'],
    ['FLOWGATE_MAX_UPLOAD_BYTES', '1GB'],
    ['FLOWGATE_TASKS', '/tmp:/none/there'],
    ['FLOWGATE_TASKS', 'package.json'],
    ['FLOWGATE_POLICY', 'none.yaml'],
    ['FLOWGATE_RECEIVERS', 'none.yaml'],
    ['FLOWGATE_POLICY', 'src'],
  ])('rejects %s=%s by its name', (name, value) => {
    expect(problemsOf({ [name]: value })).toEqual([expect.stringContaining(name)]);
  });

  it('suggests the nearest setting for an unknown name', () => {
    expect(problemsOf({ FLOWGATE_JENKINS_LIBARY: 'flowgate@1.0' })).toEqual([
      'Unknown setting FLOWGATE_JENKINS_LIBARY; did you mean FLOWGATE_JENKINS_LIBRARY?',
    ]);
  });

  it.each([
    ['FLOWGATE_PORT', '8080', 'PORT'],
    ['FLOWGATE_REDIS_URL', 'redis://redis', 'REDIS_URL'],
    ['FLOWGATE_JENKIS_URL', 'http://jenkins', 'JENKINS_URL'],
    ['FLOWGATE_DATA_DIR', '/data', 'FLOWGATE_DATA'],
    ['FLOWGATE_RETENTION', '30', 'FLOWGATE_RETENTION_DAYS'],
    ['FLOWGATE_JWKS_URL', 'https://login', 'FLOWGATE_JWT_KEYS_URL'],
  ])('rejects %s, which was meant as %3$s', (name, value, meant) => {
    expect(problemsOf({ [name]: value })).toEqual([`Unknown setting ${name}; did you mean ${meant}?`]);
  });

  it('keeps settings that resemble no other, for task modules', () => {
    const others = { FLOWGATE_COLOUR: 'red', FLOWGATE_EXECUTION_ID: '1' };
    const environment = { ...others, FLOWGATE_PORT: 'tcp://10.0.0.1:80', FLOWGATE_EMPTY: ' ' };
    expect(loadConfiguration(environment).otherSettings).toEqual(others);
    expect(loadLanguageConfiguration(environment).otherSettings).toEqual(others);
  });

  it('reports all problems together', () => {
    expect(problemsOf({ PORT: 'x', FLOWGATE_AUTH: 'jwt', FLOWGATE_RATE_LIMIT: 'many' })).toHaveLength(3);
  });

  it('never repeats a password, a token or a key', () => {
    const secrets = {
      REDIS_URL: 'http://:secret@redis',
      JENKINS_URL: 'ftp://ada:secret@jenkins',
      JENKINS_TOKEN: 'secret',
      FLOWGATE_KEY: 'secret',
      FLOWGATE_PUBLIC_URL: 'https://ada:secret@gate',
      FLOWGATE_JWT_ISSUER: '//:secret@issuer',
    };
    expect(problemsOf(secrets).length).toBeGreaterThan(3);
    expect(problemsOf(secrets).join()).not.toContain('secret@');
    expect(problemsOf(secrets).join()).not.toContain('"secret');
  });
});

describe('tracing', () => {
  const endpoint = 'http://collector:4318';

  it.each([
    [{}, false],
    [{ OTEL_EXPORTER_OTLP_ENDPOINT: endpoint }, true],
    [{ OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: endpoint }, true],
    [{ OTEL_TRACES_EXPORTER: 'console' }, true],
    [{ OTEL_EXPORTER_OTLP_ENDPOINT: endpoint, OTEL_TRACES_EXPORTER: 'none' }, false],
    [{ OTEL_EXPORTER_OTLP_ENDPOINT: endpoint, OTEL_SDK_DISABLED: 'TRUE' }, false],
    [{ OTEL_SERVICE_NAME: 'other' }, false],
  ])('with %o is %s', (environment, isTraced) => {
    expect(loadConfiguration(environment).isTraced).toBe(isTraced);
  });
});

describe('notifications', () => {
  const secret = `whsec_${Buffer.alloc(32).toString('base64')}`;

  it('go to nobody by default', () => {
    expect(loadConfiguration({}).eventReceivers).toEqual([]);
  });

  it('go to one receiver, or to one for each namespace', () => {
    const common = { kind: 'url', secrets: [], events: 'all' };
    expect(loadConfiguration({ FLOWGATE_NOTIFY_URL: 'https://a.example/x?y=z' }).eventReceivers).toEqual([
      {
        ...common,
        name: 'https://a.example',
        queue: 'a8086f74a671',
        namespaces: ['*'],
        url: 'https://a.example/x?y=z',
      },
    ]);
    const urls = 'robotics=https://a.example,robotics.*=http://b:80/c=d, *=https://c.example,x=https://a.example';
    const environment = {
      FLOWGATE_NOTIFY_URL: urls,
      FLOWGATE_NOTIFY_SECRET: `${secret},${secret}`,
      FLOWGATE_NOTIFY_EVENTS: 'ended',
    };
    const { eventReceivers } = loadConfiguration(environment);
    expect(eventReceivers.map(({ name, namespaces, url }) => [name, namespaces, url])).toEqual([
      ['https://a.example', ['robotics', 'x'], 'https://a.example'],
      ['http://b', ['robotics.*'], 'http://b:80/c=d'],
      ['https://c.example', ['*'], 'https://c.example'],
    ]);
    for (const { secrets, events } of eventReceivers)
      expect({ secrets, events }).toEqual({ secrets: [secret, secret], events: 'ended' });
  });

  it.each([
    'my.example',
    'ftp://a.example',
    'https://ada:token@a.example',
    'https://a.example#part',
    'A B=https://a',
    '*=x',
  ])('are rejected for %s, without repeating it', (url) => {
    const load = () => loadConfiguration({ FLOWGATE_NOTIFY_URL: url });
    expect(load).toThrow(/FLOWGATE_NOTIFY_URL must be/);
    expect(load).not.toThrow(url);
  });

  it.each(['secret', 'whsec_c2hvcnQ='])('are rejected with the secret %s', (value) => {
    const load = () => loadConfiguration({ FLOWGATE_NOTIFY_SECRET: value });
    expect(load).toThrow(/FLOWGATE_NOTIFY_SECRET must be/);
  });
});

describe('signing in to the console', () => {
  const tokens = {
    FLOWGATE_AUTH: 'jwt',
    FLOWGATE_JWT_ISSUER: 'https://login.example',
    FLOWGATE_JWT_AUDIENCE: 'flowgate',
  };
  const client = { FLOWGATE_CONSOLE_OIDC_CLIENT_ID: 'console' };

  it('needs only a client id, besides what tokens need', () => {
    expect(loadConfiguration({ ...tokens, ...client }).identity).toMatchObject({
      consoleSignIn: { clientId: 'console', scopes: 'openid profile' },
    });
    expect(loadConfiguration(tokens).identity).toMatchObject({ consoleSignIn: undefined });
  });

  it.each([
    [{ ...tokens, ...client, FLOWGATE_JWT_AUDIENCE: '' }, /FLOWGATE_JWT_AUDIENCE is missing/],
    [client, /FLOWGATE_CONSOLE_OIDC_CLIENT_ID requires FLOWGATE_AUTH=jwt/],
    [{ FLOWGATE_CONSOLE_OIDC_SCOPES: 'profile' }, /FLOWGATE_CONSOLE_OIDC_SCOPES is "profile".*openid/],
    [{ FLOWGATE_CONSOLE_OIDC_SCOPES: 'xopenid' }, /FLOWGATE_CONSOLE_OIDC_SCOPES/],
    [{ FLOWGATE_CONSOLE_OIDC_SCOPES: 'openid, profile "x"' }, /FLOWGATE_CONSOLE_OIDC_SCOPES/],
    [{ FLOWGATE_CONSOLE_OIDC_RESOURCE: 'flowgate' }, /FLOWGATE_CONSOLE_OIDC_RESOURCE must be a URL/],
  ])('%j is a problem', (environment, message) => {
    expect(problemsOf(environment).join()).toMatch(message);
  });
});

describe('loadLanguageConfiguration', () => {
  it('ignores the settings of a server, such as those that Jenkins sets for all its builds', () => {
    const environment = {
      JENKINS_URL: 'https://jenkins/',
      PORT: 'x',
      FLOWGATE_ROLE: 'worker',
      FLOWGATE_VENDOR: 'acme',
    };
    expect(loadLanguageConfiguration(environment)).toMatchObject({ vendor: 'acme', prefix: 'ACME', taskFolders: [] });
  });

  it('reports the problems of its own settings, and misspelled names', () => {
    const environment = { FLOWGATE_VENDOR: 'A', FLOWGATE_MAX_TASKS: 'x', FLOWGATE_VENDRO: 'acme', FLOWGATE_KEY: 'k' };
    expect(() => loadLanguageConfiguration(environment)).toThrow(
      /3 problems:[^]*FLOWGATE_VENDOR[^]*FLOWGATE_MAX_TASKS[^]*did you mean FLOWGATE_VENDOR/,
    );
  });
});

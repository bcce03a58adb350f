import { availableParallelism } from 'node:os';
import { join, resolve } from 'node:path';
import {
  logFormats,
  logLevels,
  defaultHosts,
  defaultProxies,
  engineChoices,
  roles,
  type EngineChoice,
  type Configuration,
  type JenkinsConfiguration,
  type LanguageConfiguration,
  type LogSettings,
} from './configuration.ts';
import { EnvironmentReader, type Environment } from './environment-reader.ts';
import { readNotifications } from './read-notifications.ts';
import { readRedisUrl, redisUrlForms } from './redis-url.ts';
import { ownRedisBytes } from './own-redis-bytes.ts';
import { readIdentity } from './read-identity.ts';
import { readLimits } from './read-limits.ts';
import { readSecretFiles } from './secret-files.ts';
import { unknownSettings } from './unknown-settings.ts';

/** Thrown for an invalid configuration; lists all problems. */
export class ConfigurationError extends Error {
  readonly problems: readonly string[];

  constructor(problems: readonly string[]) {
    super(
      `Invalid configuration, ${problems.length === 1 ? '1 problem' : `${problems.length} problems`}:\n${problems.map((problem) => `  ${problem}`).join('\n')}`,
    );
    this.name = 'ConfigurationError';
    this.problems = problems;
  }
}

/**
 * Reads the configuration from environment variables; an empty variable counts as absent.
 * @param platform the system, for tests
 * @throws {ConfigurationError} with all problems together
 */
export function loadConfiguration(
  environment: Environment,
  platform: NodeJS.Platform = process.platform,
): Configuration {
  const secretFiles = readSecretFiles(environment);
  const reader = new EnvironmentReader(secretFiles.environment);
  const configuration = readConfiguration(reader);
  const unknown = unknownSettings(environment, reader.names);
  reader.problems.push(
    ...secretFiles.problems,
    ...keyProblems(configuration),
    ...roleProblems(configuration),
    ...engineProblems(configuration, platform),
    ...unknown.misspelled,
  );
  if (reader.problems.length > 0) throw new ConfigurationError(reader.problems);
  return { ...configuration, otherSettings: unknown.others };
}

/**
 * Reads only the settings of the flow language, for commands that need no server: Jenkins sets `JENKINS_URL` for all its
 * builds, and a shell may have `PORT`.
 * @throws {ConfigurationError} with all problems of these settings together
 */
export function loadLanguageConfiguration(environment: Environment): LanguageConfiguration {
  const reader = new EnvironmentReader(environment);
  const configuration = readLanguage(reader);
  // Only for the names of all settings, without which a setting of the server would look misspelled.
  const all = new EnvironmentReader(environment);
  readConfiguration(all);
  const unknown = unknownSettings(environment, all.names);
  const problems = [...reader.problems, ...unknown.misspelled];
  if (problems.length > 0) throw new ConfigurationError(problems);
  return { ...configuration, otherSettings: unknown.others };
}

/** All but what is known only after all settings were read. */
type Settings = Omit<Configuration, 'otherSettings'>;

function readConfiguration(reader: EnvironmentReader): Settings {
  const dataFolder = resolve(reader.string('FLOWGATE_DATA', 'data'));
  const filesFolder = resolve(reader.string('FLOWGATE_FILES', join(dataFolder, 'files')));
  const redisUrl = readRedis(reader);
  const basePath = readBasePath(reader);
  const publicUrl = readPublicUrl(reader, basePath);
  const role = reader.oneOf('FLOWGATE_ROLE', 'all', roles);
  return {
    ...readLanguage(reader),
    host: reader.string('HOST', '127.0.0.1'),
    basePath,
    hasConsole: reader.oneOf('FLOWGATE_CONSOLE', 'on', ['on', 'off']) === 'on',
    port: reader.integer('PORT', 3000, { min: 0, max: 65_535 }),
    listens: role !== 'worker' || reader.optional('PORT') !== undefined,
    dataFolder,
    filesFolder,
    // Other processes on a Redis that is not Flowgate's own may not have the default folder.
    ...((redisUrl === undefined || reader.optional('FLOWGATE_FILES') !== undefined) && {
      logFolder: join(filesFolder, 'logs'),
    }),
    publicUrl,
    redisUrl,
    ownRedisBytes: reader.integer('FLOWGATE_REDIS_MAX_BYTES', ownRedisBytes(), { min: 32 * 1024 ** 2, max: 1024 ** 5 }),
    identity: readIdentity(reader),
    policyFile: reader.file('FLOWGATE_POLICY'),
    jenkins: readJenkins(reader),
    engine: readEngine(reader),
    lacksJenkinsUrl: lacksJenkinsUrl(reader),
    localExecutors: reader.integer('FLOWGATE_LOCAL_EXECUTORS', availableParallelism(), { min: 1, max: 1000 }),
    role,
    key: reader.optional('FLOWGATE_KEY'),
    retentionDays: reader.integer('FLOWGATE_RETENTION_DAYS', 90, { min: 0, max: 36_500 }),
    retentionBytes: reader.integer('FLOWGATE_RETENTION_BYTES', 0, { min: 0, max: 1024 ** 5 }) || Infinity,
    revisionsPerFlow: reader.integer('FLOWGATE_REVISIONS_PER_FLOW', 0, { min: 0, max: 100_000 }),
    deletedFlowDays: reader.integer('FLOWGATE_DELETED_FLOW_DAYS', 0, { min: 0, max: 36_500 }),
    auditDays: reader.integer('FLOWGATE_AUDIT_DAYS', 365, { min: 0, max: 36_500 }),
    tokenDays: reader.integer('FLOWGATE_TOKEN_DAYS', 0, { min: 0, max: 36_500 }),
    hosts: withHostOf(publicUrl, reader.hosts('FLOWGATE_HOSTS', defaultHosts)),
    trustedProxies: reader.addresses('FLOWGATE_TRUSTED_PROXIES', defaultProxies),
    log: logSettings(reader),
    isTraced: readIsTraced(reader),
    notifications: readNotifications(reader),
    validateResponses: ['test', 'development'].includes(reader.string('NODE_ENV', 'production')),
  };
}

function readLanguage(reader: EnvironmentReader): Omit<LanguageConfiguration, 'otherSettings'> {
  const vendor = reader.matching(
    'FLOWGATE_VENDOR',
    'vendor',
    /^[a-z][a-z0-9_]*$/,
    'lower-case letters, digits and _, starting with a letter',
  );
  return {
    vendor,
    prefix: reader.matching(
      'FLOWGATE_PREFIX',
      vendor.toUpperCase(),
      /^[A-Z][A-Z0-9_]*$/,
      'upper-case letters, digits and _, starting with a letter',
    ),
    taskFolders: reader.folders('FLOWGATE_TASKS'),
    jenkinsLibrary: readLibrary(reader),
    limits: readLimits(reader),
  };
}

function readLibrary(reader: EnvironmentReader): string | undefined {
  const isGiven = reader.optional('FLOWGATE_JENKINS_LIBRARY') !== undefined;
  return isGiven
    ? reader.matching(
        'FLOWGATE_JENKINS_LIBRARY',
        '',
        /^[\w.-]+@[\w./-]+$/,
        'the name and the version of a shared library, such as flowgate@1.0',
      )
    : undefined;
}

/** The standard variables that name an exporter switch tracing on. */
function readIsTraced(reader: EnvironmentReader): boolean {
  const exporter = reader.optional('OTEL_TRACES_EXPORTER');
  const isDisabled = reader.optional('OTEL_SDK_DISABLED')?.toLowerCase() === 'true';
  const endpoints = ['OTEL_EXPORTER_OTLP_ENDPOINT', 'OTEL_EXPORTER_OTLP_TRACES_ENDPOINT'];
  const isNamed =
    exporter === undefined ? endpoints.some((name) => reader.optional(name) !== undefined) : exporter !== 'none';
  return isNamed && !isDisabled;
}

/** Reads only the log settings. Invalid settings count as absent; `loadConfiguration` reports them. */
export function readLogSettings(environment: Environment): LogSettings {
  return logSettings(new EnvironmentReader(environment));
}

function logSettings(reader: EnvironmentReader): LogSettings {
  const isFormatGiven = reader.optional('FLOWGATE_LOG_FORMAT') !== undefined;
  const format = reader.oneOf('FLOWGATE_LOG_FORMAT', 'json', logFormats);
  return { level: reader.oneOf('FLOWGATE_LOG_LEVEL', 'info', logLevels), ...(isFormatGiven && { format }) };
}

/** A path such as `/flowgate`, without a trailing slash. */
function readBasePath(reader: EnvironmentReader): string {
  const allowed = '/ and letters, digits, ".", "_", "~" and "-", such as /flowgate';
  return reader.matching('FLOWGATE_BASE_PATH', '', /^(?:\/[\w.~-]+)*\/?$/, allowed).replace(/\/$/, '');
}

/**
 * Reads the public URL. Paths are appended to it, so it must not have a query or fragment.
 * @param basePath appended unless the URL already ends with it
 */
function readPublicUrl(reader: EnvironmentReader, basePath: string): string | undefined {
  const url = reader.url('FLOWGATE_PUBLIC_URL', ['http', 'https']);
  if (url === undefined || !/^https?:/i.test(url) || !URL.canParse(url)) return undefined; // already reported
  const { origin, pathname, search, hash, username, password } = new URL(url);
  if (search + hash + username + password !== '')
    reader.problems.push('FLOWGATE_PUBLIC_URL must not contain a user, query or fragment');
  const path = pathname.replace(/\/+$/, '');
  return path.endsWith(basePath) ? `${origin}${path}` : `${origin}${path}${basePath}`;
}

/** Adds the host of the public URL, because agents use it. */
function withHostOf(publicUrl: string | undefined, hosts: readonly string[]): readonly string[] {
  const host = publicUrl === undefined ? undefined : new URL(publicUrl).hostname;
  return host === undefined || hosts.includes(host) ? hosts : [...hosts, host];
}

function readJenkins(reader: EnvironmentReader): JenkinsConfiguration | undefined {
  const url = reader.url('JENKINS_URL', ['http', 'https']);
  const user = reader.optional('JENKINS_USER');
  const token = reader.optional('JENKINS_TOKEN');
  const folder = reader.matching(
    'JENKINS_FOLDER',
    'flows',
    /^[a-z0-9][a-z0-9._-]*(\/[a-z0-9][a-z0-9._-]*)*$/,
    'lower-case letters, digits, ., _ and -, with / between folders',
  );
  const credentials = reader.list('JENKINS_CREDENTIALS', []);
  const problem = credentials.find((entry) => !/^[a-z0-9][a-z0-9._-]*\/[A-Za-z0-9._-]+$/.test(entry));
  if (problem !== undefined)
    reader.problem('JENKINS_CREDENTIALS', problem, '<namespace>/<credential id>, separated by commas');
  if (url === undefined) return undefined;
  if (user === undefined)
    reader.problems.push('JENKINS_USER is missing; JENKINS_URL requires the user of the API token');
  if (token === undefined)
    reader.problems.push('JENKINS_TOKEN is missing; JENKINS_URL requires an API token of the user');
  return { url, user: user ?? '', token: token ?? '', folder, credentials };
}

/** The value can contain a password and is never repeated. */
function readRedis(reader: EnvironmentReader): string | undefined {
  const url = reader.optional('REDIS_URL');
  if (url !== undefined && readRedisUrl(url) === undefined)
    reader.problems.push(`REDIS_URL must be a URL of one of these forms: ${redisUrlForms}`);
  return url;
}

function lacksJenkinsUrl(reader: EnvironmentReader): boolean {
  const others = ['JENKINS_USER', 'JENKINS_TOKEN', 'JENKINS_CREDENTIALS'];
  return reader.optional('JENKINS_URL') === undefined && others.some((name) => reader.optional(name) !== undefined);
}

function readEngine(reader: EnvironmentReader): EngineChoice | undefined {
  const isGiven = reader.optional('FLOWGATE_ENGINE') !== undefined;
  return isGiven ? reader.oneOf('FLOWGATE_ENGINE', 'none', engineChoices) : undefined;
}

function engineProblems({ engine, jenkins, role, redisUrl, key }: Settings, platform: NodeJS.Platform): string[] {
  if (engine === 'local' && platform === 'win32')
    return ['FLOWGATE_ENGINE=local needs a POSIX shell, which Windows does not have'];
  if (engine === 'jenkins' && jenkins === undefined)
    return ['JENKINS_URL is missing; FLOWGATE_ENGINE=jenkins requires a Jenkins to run flows'];
  if (engine === 'local' && role !== 'all') return [`FLOWGATE_ENGINE=local requires FLOWGATE_ROLE=all; it is ${role}`];
  return engine === 'local' && redisUrl !== undefined && key === undefined ? [missingKey] : [];
}

/** A process with one role only works together with processes that have the other role. */
function roleProblems({ role, redisUrl, jenkins }: Settings): string[] {
  if (role !== 'all' && redisUrl === undefined)
    return [`REDIS_URL is missing; FLOWGATE_ROLE=${role} requires a Redis that is shared with other processes`];
  return role === 'worker' && jenkins === undefined
    ? ['JENKINS_URL is missing; FLOWGATE_ROLE=worker requires a Jenkins to run flows']
    : [];
}

/** All processes on one Redis must be able to decrypt each other's secrets. */
function keyProblems({ redisUrl, jenkins, key }: Settings): string[] {
  if (key !== undefined && key.length < minKeyLength)
    return [
      `FLOWGATE_KEY is too short (${key.length} of at least ${minKeyLength} characters); make one, for example from openssl rand -base64 32`,
    ];
  return redisUrl !== undefined && jenkins !== undefined && key === undefined ? [missingKey] : [];
}

const minKeyLength = 16;
const missingKey = 'FLOWGATE_KEY is missing; with REDIS_URL it is required to encrypt the secrets of executions';

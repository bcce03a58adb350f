import { delimiter, resolve } from 'node:path';
import { nearestWord } from '../problem/nearest-word.ts';
import { logLevels, type Configuration, type IdentityConfiguration, type Limits } from './configuration.ts';
import { EnvironmentReader, type Environment } from './environment-reader.ts';

/** Thrown when the environment cannot be used; names every fault at once. */
export class ConfigurationError extends Error {
  readonly faults: readonly string[];

  constructor(faults: readonly string[]) {
    super(`The configuration has ${faults.length === 1 ? 'a fault' : `${faults.length} faults`}:\n${faults.map((fault) => `  ${fault}`).join('\n')}`);
    this.name = 'ConfigurationError';
    this.faults = faults;
  }
}

/**
 * Reads the configuration from environment variables; an empty variable counts as absent.
 * @throws {ConfigurationError} with all faults together
 */
export function loadConfiguration(environment: Environment): Configuration {
  const reader = new EnvironmentReader(environment);
  const vendor = reader.matching('FLOWGATE_VENDOR', 'vendor', /^[a-z][a-z0-9_]*$/, 'lower-case letters, digits and _, beginning with a letter');
  const configuration: Configuration = {
    host: reader.text('HOST', '127.0.0.1'),
    port: reader.integer('PORT', 3000, { min: 0, max: 65_535 }),
    dataFolder: resolve(reader.text('FLOWGATE_DATA', 'data')),
    redisUrl: reader.url('REDIS_URL', ['redis', 'rediss']),
    vendor,
    prefix: reader.matching('FLOWGATE_PREFIX', vendor.toUpperCase(), /^[A-Z][A-Z0-9_]*$/, 'upper-case letters, digits and _, beginning with a letter'),
    taskFolders: (reader.optional('FLOWGATE_TASKS') ?? '').split(delimiter).filter((folder) => folder !== '').map((folder) => resolve(folder)),
    rosbagUrl: reader.url('FLOWGATE_ROSBAG_URL', ['http', 'https', 'file']),
    identity: readIdentity(reader),
    hosts: reader.list('FLOWGATE_HOSTS', ['localhost', '127.0.0.1', '[::1]']).map((host) => host.toLowerCase()),
    trustedProxies: reader.addresses('FLOWGATE_TRUSTED_PROXIES', ['loopback']),
    limits: readLimits(reader),
    logLevel: reader.oneOf('FLOWGATE_LOG_LEVEL', 'info', logLevels),
    validateResponses: ['test', 'development'].includes(reader.text('NODE_ENV', 'production')),
  };
  reader.faults.push(...misspelledNames(environment));
  if (reader.faults.length > 0) throw new ConfigurationError(reader.faults);
  return configuration;
}

function readIdentity(reader: EnvironmentReader): IdentityConfiguration {
  const issuer = reader.url('FLOWGATE_JWT_ISSUER', ['https', 'http']);
  const keysUrl = reader.url('FLOWGATE_JWT_KEYS_URL', ['https', 'http']);
  const audience = reader.optional('FLOWGATE_JWT_AUDIENCE');
  if (reader.oneOf('FLOWGATE_AUTH', 'proxy', ['proxy', 'jwt']) === 'proxy') return { mode: 'proxy' };
  if (issuer === undefined) reader.faults.push('FLOWGATE_JWT_ISSUER is missing; FLOWGATE_AUTH=jwt needs the URL of the issuer');
  const wellKnown = `${(issuer ?? '').replace(/\/$/, '')}/.well-known/jwks.json`;
  return { mode: 'jwt', issuer: issuer ?? '', audience, keysUrl: keysUrl ?? wellKnown };
}

function readLimits(reader: EnvironmentReader): Limits {
  const atMost = (max: number) => ({ min: 1, max });
  return {
    flowBytes: reader.integer('FLOWGATE_MAX_FLOW_BYTES', 256 * 1024, atMost(16 * 1024 * 1024)),
    bodyBytes: reader.integer('FLOWGATE_MAX_BODY_BYTES', 1024 * 1024, atMost(64 * 1024 * 1024)),
    yamlDepth: reader.integer('FLOWGATE_MAX_YAML_DEPTH', 64, atMost(1000)),
    yamlAliases: reader.integer('FLOWGATE_MAX_YAML_ALIASES', 100, { min: 0, max: 10_000 }),
    tasks: reader.integer('FLOWGATE_MAX_TASKS', 1000, atMost(10_000)),
    inputs: reader.integer('FLOWGATE_MAX_INPUTS', 200, atMost(10_000)),
    subflowDepth: reader.integer('FLOWGATE_MAX_SUBFLOW_DEPTH', 10, atMost(100)),
    patternLength: reader.integer('FLOWGATE_MAX_PATTERN_LENGTH', 1000, atMost(100_000)),
    requestsPerMinute: reader.integer('FLOWGATE_RATE_LIMIT', 100_000, { min: 0, max: 1_000_000_000 }),
  };
}

/** What the names of Flowgate's variables have behind `FLOWGATE_`. */
const knownNames = [
  'DATA', 'VENDOR', 'PREFIX', 'TASKS', 'ROSBAG_URL', 'AUTH', 'HOSTS', 'TRUSTED_PROXIES', 'LOG_LEVEL', 'RATE_LIMIT',
  'JWT_ISSUER', 'JWT_KEYS_URL', 'JWT_AUDIENCE', 'MAX_FLOW_BYTES', 'MAX_BODY_BYTES', 'MAX_YAML_DEPTH',
  'MAX_YAML_ALIASES', 'MAX_TASKS', 'MAX_INPUTS', 'MAX_SUBFLOW_DEPTH', 'MAX_PATTERN_LENGTH',
];

/** A variable that is almost one of ours would be ignored in silence, and its author would never know why. */
function misspelledNames(environment: Environment): string[] {
  return Object.keys(environment).flatMap((name) => {
    const rest = name.startsWith('FLOWGATE_') ? name.slice('FLOWGATE_'.length) : undefined;
    if (rest === undefined || knownNames.includes(rest)) return [];
    const nearest = nearestWord(rest, knownNames);
    return nearest === undefined ? [] : [`${name} is unknown; did you mean FLOWGATE_${nearest}?`];
  });
}

import type { EngineName } from './allowed-values.ts';
import { archiveProblems } from './archive-problems.ts';
import {
  configurationOf,
  languageConfigurationOf,
  logSettingsOf,
  type Configuration,
  type LanguageConfiguration,
  type LogSettings,
} from './configuration.ts';
import type { Environment } from './environment.ts';
import { readSecretFiles } from './secret-files.ts';
import { secretsOf, type SecretsConfiguration } from './secrets-configuration.ts';
import { secretProviderSettings } from './settings/secret-provider-settings.ts';
import { readSettings, type SettingValues } from './settings/setting.ts';
import { checkSettings, fileSettings, logSettings, settings } from './settings/settings.ts';
import { otherVariable, unknownSettings } from './unknown-settings.ts';

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

export interface LoadOptions {
  /** The engines that the setting can name. */
  readonly engines?: Readonly<Partial<Record<EngineName, EngineRequirements>>>;
  /** The system; another one in tests. */
  readonly platform?: NodeJS.Platform;
}

/** The settings that an engine requires. */
export interface EngineRequirements {
  /** What prevents it from running flows, if FLOWGATE_ENGINE names it. */
  configurationProblems(configuration: Configuration, platform: NodeJS.Platform): readonly string[];
}

/**
 * Reads the configuration from environment variables; an empty variable counts as absent.
 * @throws {ConfigurationError} with all problems together
 */
export function loadConfiguration(
  variables: Environment,
  { engines = {}, platform = process.platform }: LoadOptions = {},
): Configuration {
  const { environment, problems: fileProblems } = readSecretFiles(variables);
  const problems: string[] = [];
  const values = readSettings(settings, environment, problems);
  const unknown = unknownSettings(variables);
  const configuration = {
    ...configurationOf(values, {
      isSet: (name) => Boolean(environment[name]?.trim()),
      other: (name) => otherVariable(variables, name),
    }),
    otherSettings: unknown.others,
  };
  const { engine = 'none' } = configuration;
  problems.push(
    ...identityProblems(values),
    ...jenkinsProblems(values),
    ...secretProblems(values),
    ...archiveProblems(values, configuration),
    ...fileProblems,
    ...keyProblems(configuration),
    ...roleProblems(configuration),
    ...(engine === 'none' ? [] : (engines[engine]?.configurationProblems(configuration, platform) ?? [])),
    ...unknown.misspelled,
  );
  if (problems.length > 0) throw new ConfigurationError(problems);
  return configuration;
}

/**
 * Reads only the settings of the flow language, for commands that need no server: Jenkins sets `JENKINS_URL` for all its
 * builds, and a shell may have `PORT`.
 * @throws {ConfigurationError} with all problems of these settings together
 */
export function loadLanguageConfiguration(environment: Environment): LanguageConfiguration {
  const problems: string[] = [];
  const values = readSettings(checkSettings, environment, problems);
  const unknown = unknownSettings(environment);
  problems.push(...unknown.misspelled);
  if (problems.length > 0) throw new ConfigurationError(problems);
  return { ...languageConfigurationOf(values), otherSettings: unknown.others };
}

/** Reads only the log settings. Invalid settings count as absent; `loadConfiguration` reports them. */
export function readLogSettings(environment: Environment): LogSettings {
  return logSettingsOf(readSettings(logSettings, environment, []));
}

type Values = SettingValues<typeof settings>;

function identityProblems(values: Values): readonly string[] {
  const hasSignIn = values.FLOWGATE_CONSOLE_OIDC_CLIENT_ID !== undefined;
  if (values.FLOWGATE_AUTH === 'proxy')
    return hasSignIn
      ? ['FLOWGATE_CONSOLE_OIDC_CLIENT_ID requires FLOWGATE_AUTH=jwt; with a proxy, the proxy signs users in']
      : [];
  return [
    ...(values.FLOWGATE_JWT_ISSUER === undefined
      ? ['FLOWGATE_JWT_ISSUER is missing; FLOWGATE_AUTH=jwt requires the URL of the issuer']
      : []),
    // Without it, a token that the issuer made for any other application would sign its holder in.
    ...(hasSignIn && values.FLOWGATE_JWT_AUDIENCE === undefined
      ? ['FLOWGATE_JWT_AUDIENCE is missing; FLOWGATE_CONSOLE_OIDC_CLIENT_ID requires the audience of the tokens']
      : []),
  ];
}

function jenkinsProblems({ JENKINS_URL: url, JENKINS_USER: user, JENKINS_TOKEN: token }: Values): readonly string[] {
  if (url === undefined) return [];
  return [
    ...(user === undefined ? ['JENKINS_USER is missing; JENKINS_URL requires the user of the API token'] : []),
    ...(token === undefined ? ['JENKINS_TOKEN is missing; JENKINS_URL requires an API token of the user'] : []),
  ];
}

function secretProblems(values: SettingValues<typeof secretProviderSettings>): readonly string[] {
  const { VAULT_ADDR: url, VAULT_AUTH: auth } = values;
  const allowed = values.FLOWGATE_SECRET_PREFIXES ?? [];
  const needs = [
    ['file:', 'FLOWGATE_SECRETS_DIR'],
    ['vault:', 'VAULT_ADDR'],
  ] as const;
  const missing = needs.flatMap(([prefix, name]) =>
    values[name] === undefined && allowed.some((each) => each.prefix.startsWith(prefix))
      ? [`${name} is missing; FLOWGATE_SECRET_PREFIXES allows ${prefix}`]
      : [],
  );
  if (url === undefined) return missing;
  const required = {
    token: ['VAULT_TOKEN'],
    approle: ['VAULT_ROLE', 'VAULT_SECRET_ID'],
    kubernetes: ['VAULT_ROLE'],
    jwt: ['VAULT_ROLE'],
  } as const;
  return [
    ...missing,
    ...required[auth].flatMap((name) =>
      values[name] === undefined ? [`${name} is missing; VAULT_ADDR requires it with VAULT_AUTH=${auth}`] : [],
    ),
  ];
}

/** The settings of secret providers alone, for a flow that runs without a server. @throws {ConfigurationError} */
export function loadSecretSettings(variables: Environment): SecretsConfiguration {
  const names = fileSettings.filter((name) => name in secretProviderSettings);
  const { environment, problems: fileProblems } = readSecretFiles(variables, names);
  const problems: string[] = [];
  const values = readSettings(secretProviderSettings, environment, problems);
  problems.push(...secretProblems(values), ...fileProblems);
  if (problems.length > 0) throw new ConfigurationError(problems);
  return secretsOf(values, (name) => otherVariable(variables, name));
}

/** A process with one role only works together with processes that have the other role. */
function roleProblems({ role, redisUrl, jenkins, controllerFile }: Configuration): readonly string[] {
  if (role !== 'all' && redisUrl === undefined)
    return [`REDIS_URL is missing; FLOWGATE_ROLE=${role} requires a Redis that is shared with other processes`];
  return role === 'worker' && jenkins === undefined && controllerFile === undefined
    ? ['JENKINS_URL is missing; FLOWGATE_ROLE=worker requires a Jenkins to run flows']
    : [];
}

/** All processes on one Redis must be able to decrypt each other's secrets. */
function keyProblems({ redisUrl, jenkins, controllerFile, engine = 'none', key }: Configuration): readonly string[] {
  if (key !== undefined && key.length < minKeyLength)
    return [
      `FLOWGATE_KEY is too short (${key.length} of at least ${minKeyLength} characters); create one, for example with openssl rand -base64 32`,
    ];
  const canRun = jenkins !== undefined || controllerFile !== undefined || engine !== 'none';
  return redisUrl !== undefined && canRun && key === undefined ? [missingKey] : [];
}

const minKeyLength = 16;
const missingKey = 'FLOWGATE_KEY is missing; with REDIS_URL it is required to encrypt the secrets of executions';

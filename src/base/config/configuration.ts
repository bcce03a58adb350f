import { join, resolve } from 'node:path';
import { archiveOf } from './archive-configuration.ts';
import { eventReceiversOf } from './event-receivers.ts';
import { secretsOf, type SecretsConfiguration } from './secrets-configuration.ts';
import type { SettingValues } from './settings/setting.ts';
import type { checkSettings, settings } from './settings/settings.ts';

/** All settings, read once at startup (docs/reference/configuration.md). */
export type Configuration = Loaded<ReturnType<typeof configurationOf>> & {
  readonly otherSettings: OtherSettings;
};

/** The settings that the flow language needs, also without a server. */
export type LanguageConfiguration = Loaded<ReturnType<typeof languageConfigurationOf>> & {
  readonly otherSettings: OtherSettings;
};

/**
 * Variables that begin with `FLOWGATE_` but are not settings of Flowgate itself, by name: task modules declare theirs
 * (`readTaskSettings`).
 */
type OtherSettings = Readonly<Record<string, string>>;

/** Limits for requests and documents; Infinity for no limit. */
export type Limits = LanguageConfiguration['limits'];

/** Values that can be undefined may be omitted. */
type Loaded<Type> = { readonly [Key in keyof Type as undefined extends Type[Key] ? never : Key]: Type[Key] } & {
  readonly [Key in keyof Type as undefined extends Type[Key] ? Key : never]?: Type[Key];
};

type Values = SettingValues<typeof settings>;

export interface VariableFacts {
  /** Whether a variable is set, rather than left to its default. */
  readonly isSet: (name: string) => boolean;
  /** As `SecretsConfiguration.variable`. */
  readonly other: SecretsConfiguration['variable'];
}

export function configurationOf(values: Values, { isSet, other }: VariableFacts) {
  const dataFolder = resolve(values.FLOWGATE_DATA);
  const filesFolder = resolve(values.FLOWGATE_FILES ?? join(dataFolder, 'files'));
  const basePath = (values.FLOWGATE_BASE_PATH ?? '').replace(/\/$/, '');
  const publicUrl = withBasePath(values.FLOWGATE_PUBLIC_URL, basePath);
  const agentUrl = withBasePath(values.FLOWGATE_AGENT_URL, basePath) ?? publicUrl;
  const redisUrl = values.REDIS_URL;
  const role = values.FLOWGATE_ROLE;
  return {
    ...languageConfigurationOf(values),
    host: values.HOST,
    /** The path prefix of all routes, without a trailing slash; empty for the root. */
    basePath,
    hasConsole: values.FLOWGATE_CONSOLE === 'on',
    hasMcp: values.FLOWGATE_MCP === 'on',
    port: values.PORT,
    /** Whether the process listens at all. */
    listens: role !== 'worker' || isSet('PORT'),
    /** Absolute, as `filesFolder` and `logFolder` are. */
    dataFolder,
    filesFolder,
    /**
     * The folder for long logs, which all processes on one Redis share. Undefined if it is unknown whether they share one: other
     * processes on a Redis that is not Flowgate's own may not have the default folder. Logs are then in Redis.
     */
    ...((redisUrl === undefined || isSet('FLOWGATE_FILES')) && { logFolder: join(filesFolder, 'logs') }),
    /** For people and other systems: links in messages and to the console. Without a trailing slash. */
    publicUrl,
    /** For builds, which load files and send signals; required for executions with files on Jenkins. */
    agentUrl,
    /** Without it, Flowgate starts its own. */
    redisUrl,
    ownRedisBytes: values.FLOWGATE_REDIS_MAX_BYTES,
    identity: identityOf(values),
    /** Without it, all authenticated users have all rights. */
    policyFile: values.FLOWGATE_POLICY,
    /** Without it, flows can only be checked and stored. */
    jenkins: jenkinsOf(values),
    /** The folder of controllers that name none. */
    jenkinsFolder: values.JENKINS_FOLDER,
    /** Without it, the only controller is `jenkins`. */
    controllerFile: values.FLOWGATE_CONTROLLERS,
    /** The names of controllers whose executions are given up. */
    forgottenControllers: values.FLOWGATE_FORGET_CONTROLLERS,
    secrets: secretsOf(values, other),
    /** Undefined to decide by the other settings (docs/how-to/run-without-jenkins.md). */
    engine: values.FLOWGATE_ENGINE,
    /** Whether there are settings of a Jenkins without its URL, which must have got lost. */
    lacksJenkinsUrl:
      !isSet('JENKINS_URL') && ['JENKINS_USER', 'JENKINS_TOKEN', 'JENKINS_CREDENTIALS'].some((name) => isSet(name)),
    localExecutors: values.FLOWGATE_LOCAL_EXECUTORS,
    /** Bytes on the disk of the data folder that changes and executions leave free: a part of what uploads leave free. */
    minFreeBytes: values.FLOWGATE_MIN_FREE_BYTES / 4,
    role,
    /** If undefined, a key is created in the data folder. */
    key: values.FLOWGATE_KEY,
    /** 0 keeps data forever, here and below. */
    retentionDays: values.FLOWGATE_RETENTION_DAYS,
    namespaceRetentionDays: values.FLOWGATE_NAMESPACE_RETENTION_DAYS,
    /** Without it, nothing is archived. */
    archive: archiveOf(values),
    retentionBytes: values.FLOWGATE_RETENTION_BYTES,
    revisionsPerFlow: values.FLOWGATE_REVISIONS_PER_FLOW,
    deletedFlowDays: values.FLOWGATE_DELETED_FLOW_DAYS,
    auditDays: values.FLOWGATE_AUDIT_DAYS,
    tokenDays: values.FLOWGATE_TOKEN_DAYS,
    hosts: withHostOf(agentUrl, withHostOf(publicUrl, values.FLOWGATE_HOSTS)),
    trustedProxies: values.FLOWGATE_TRUSTED_PROXIES,
    log: logSettingsOf(values),
    eventReceivers: eventReceiversOf(values),
    /** Without it, flows can notify nobody. */
    receiverFile: values.FLOWGATE_RECEIVERS,
    /** Without it, there are no locks. */
    lockFile: values.FLOWGATE_LOCKS,
    isTraced: isTraced(values),
    /** Whether responses are validated against openapi.yaml. */
    validateResponses: ['test', 'development'].includes(values.NODE_ENV),
  };
}

export function languageConfigurationOf(values: SettingValues<typeof checkSettings>) {
  return {
    vendor: values.FLOWGATE_VENDOR,
    prefix: values.FLOWGATE_PREFIX ?? values.FLOWGATE_VENDOR.toUpperCase(),
    /** Absolute paths. */
    taskFolders: values.FLOWGATE_TASKS,
    /** As `name@version`; without it, each Jenkinsfile contains its code. */
    jenkinsLibrary: values.FLOWGATE_JENKINS_LIBRARY,
    limits: {
      flowBytes: values.FLOWGATE_MAX_FLOW_BYTES,
      bodyBytes: values.FLOWGATE_MAX_BODY_BYTES,
      uploadBytes: values.FLOWGATE_MAX_UPLOAD_BYTES,
      uploads: {
        perActor: values.FLOWGATE_MAX_UPLOAD_BYTES_PER_ACTOR,
        inAll: values.FLOWGATE_MAX_UPLOAD_BYTES_IN_ALL,
        /** Bytes on the disk that uploads leave free. */
        reserve: values.FLOWGATE_MIN_FREE_BYTES,
      },
      yamlDepth: values.FLOWGATE_MAX_YAML_DEPTH,
      yamlAliases: values.FLOWGATE_MAX_YAML_ALIASES,
      yamlNodes: values.FLOWGATE_MAX_YAML_NODES,
      tasks: values.FLOWGATE_MAX_TASKS,
      taskRuns: values.FLOWGATE_MAX_TASK_RUNS,
      inputs: values.FLOWGATE_MAX_INPUTS,
      variables: values.FLOWGATE_MAX_VARIABLES,
      triggers: values.FLOWGATE_MAX_TRIGGERS,
      pending: values.FLOWGATE_MAX_PENDING,
      logBytes: values.FLOWGATE_MAX_LOG_BYTES,
      artifactBytes: values.FLOWGATE_MAX_ARTIFACT_BYTES,
      subflowDepth: values.FLOWGATE_MAX_SUBFLOW_DEPTH,
      importDocuments: values.FLOWGATE_MAX_IMPORT_DOCUMENTS,
      patternLength: values.FLOWGATE_MAX_PATTERN_LENGTH,
      schemaValues: values.FLOWGATE_MAX_SCHEMA_VALUES,
      /** 0 for no limit. */
      requestsPerMinute: values.FLOWGATE_RATE_LIMIT,
    },
  };
}

/** The console as an OpenID Connect client of the issuer; it is public, and has no secret. */
export type ConsoleSignIn = NonNullable<
  Extract<ReturnType<typeof identityOf>, { readonly mode: 'jwt' }>['consoleSignIn']
>;

function identityOf(values: Values) {
  // A reverse proxy authenticates callers and sends the user id in `x-oidc-sub`.
  if (values.FLOWGATE_AUTH === 'proxy') return { mode: 'proxy' } as const;
  const clientId = values.FLOWGATE_CONSOLE_OIDC_CLIENT_ID;
  const { FLOWGATE_CONSOLE_OIDC_SCOPES: scopes, FLOWGATE_CONSOLE_OIDC_RESOURCE: resource } = values;
  const issuer = values.FLOWGATE_JWT_ISSUER ?? '';
  return {
    /** Callers send a bearer token of this issuer. */
    mode: 'jwt' as const,
    issuer,
    audience: values.FLOWGATE_JWT_AUDIENCE,
    keysUrl: values.FLOWGATE_JWT_KEYS_URL ?? `${issuer.replace(/\/$/, '')}/.well-known/jwks.json`,
    /** How users of the console get a token of the issuer; undefined if they cannot. */
    consoleSignIn: clientId === undefined ? undefined : { clientId, scopes, resource },
  };
}

export type JenkinsConfiguration = NonNullable<ReturnType<typeof jenkinsOf>>;

function jenkinsOf(values: Values) {
  const { JENKINS_URL: url, JENKINS_USER: user = '', JENKINS_TOKEN: token = '' } = values;
  if (url === undefined) return undefined;
  const { JENKINS_FOLDER: folder, JENKINS_CREDENTIALS: credentials } = values;
  return { url, user, token, folder, credentials };
}

export type LogSettings = ReturnType<typeof logSettingsOf>;

/** Without a format, `pretty` on a terminal, otherwise `json`. */
export function logSettingsOf({
  FLOWGATE_LOG_LEVEL: level,
  FLOWGATE_LOG_FORMAT: format,
}: Pick<Values, 'FLOWGATE_LOG_LEVEL' | 'FLOWGATE_LOG_FORMAT'>) {
  return { level, ...(format !== undefined && { format }) };
}

/** The standard variables that name an exporter switch tracing on. */
function isTraced(values: Values): boolean {
  const exporter = values.OTEL_TRACES_EXPORTER;
  const endpoint = values.OTEL_EXPORTER_OTLP_ENDPOINT ?? values.OTEL_EXPORTER_OTLP_TRACES_ENDPOINT;
  const isNamed = exporter === undefined ? endpoint !== undefined : exporter !== 'none';
  return isNamed && values.OTEL_SDK_DISABLED.toLowerCase() !== 'true';
}

/** Appends the base path unless the URL already ends with it. */
function withBasePath(url: string | undefined, basePath: string): string | undefined {
  return url === undefined || url.endsWith(basePath) ? url : `${url}${basePath}`;
}

/** Adds the host of a URL that people or agents use. */
function withHostOf(url: string | undefined, hosts: readonly string[]): readonly string[] {
  const host = url === undefined ? undefined : new URL(url).hostname;
  return host === undefined || hosts.includes(host) ? hosts : [...hosts, host];
}

import type { NotificationConfiguration } from './read-notifications.ts';

/**
 * All settings, read once at startup (`docs/reference/configuration.md` lists the variables).
 */
export interface Configuration extends LanguageConfiguration {
  readonly host: string;
  /** The path prefix of all routes, without a trailing slash; empty for the root. */
  readonly basePath: string;
  /** Whether the console is served at `/`. */
  readonly hasConsole: boolean;
  /** 0 selects any free port. */
  readonly port: number;
  /** Whether the process listens at all: a worker does only if `PORT` is set, and then serves its probes alone. */
  readonly listens: boolean;
  /** Absolute path of the folder for data that must survive a restart. */
  readonly dataFolder: string;
  /** Absolute path of the folder for uploaded files; shared by all gateways on one Redis. */
  readonly filesFolder: string;
  /**
   * Absolute path of the folder for long logs, which all processes on one Redis share; undefined if nothing says that
   * they share one: logs are then in Redis.
   */
  readonly logFolder?: string;
  /**
   * The URL under which Jenkins agents reach Flowgate, without a trailing slash; required for executions with files.
   */
  readonly publicUrl?: string;
  /** The URL of Redis; without it, Flowgate starts its own. */
  readonly redisUrl?: string;
  /** Max bytes of memory that Flowgate's own Redis uses. */
  readonly ownRedisBytes: number;
  readonly identity: IdentityConfiguration;
  /** Absolute path of the access policy; without it, all authenticated users have all rights. */
  readonly policyFile?: string;
  /** The Jenkins that runs flows; without it, flows can only be checked and stored. */
  readonly jenkins?: JenkinsConfiguration;
  /** Where executions run; undefined to decide by the other settings (docs/how-to/run-without-jenkins.md). */
  readonly engine?: EngineChoice;
  /** Whether there are settings of a Jenkins without its URL, which must have got lost. */
  readonly lacksJenkinsUrl: boolean;
  /** How many executions run at once on this machine. */
  readonly localExecutors: number;
  /** The work that this process does. */
  readonly role: Role;
  /** Encrypts the secrets of executions; if absent, a key is created in the data folder. */
  readonly key?: string;
  /** Days for which ended executions are kept; 0 keeps them forever. */
  readonly retentionDays: number;
  /** Max bytes of the logs and artifacts of all executions; Infinity for no limit. */
  readonly retentionBytes: number;
  /** How many of the newest revisions of each flow are kept, besides those in use; 0 keeps all. */
  readonly revisionsPerFlow: number;
  /** Days after which a deleted flow is purged; 0 for never. */
  readonly deletedFlowDays: number;
  /** Days for which audit entries are kept; 0 keeps them forever. */
  readonly auditDays: number;
  /** Max days until an API token expires; 0 for no limit, and for tokens that never expire. */
  readonly tokenDays: number;
  /** Allowed host names, without ports; `*` allows all. */
  readonly hosts: readonly string[];
  /** Reverse proxies whose `x-oidc-sub` and `X-Forwarded-For` are trusted: addresses, ranges, or `loopback`. */
  readonly trustedProxies: readonly string[];
  readonly log: LogSettings;
  /** Who is told when executions change; absent for nobody. */
  readonly notifications?: NotificationConfiguration;
  /** Whether traces are exported with OpenTelemetry, which reads the other variables `OTEL_*` itself. */
  readonly isTraced: boolean;
  /** Whether responses are validated against openapi.yaml, for tests and development. */
  readonly validateResponses: boolean;
}

/** The settings that the flow language needs, also without a server. */
export interface LanguageConfiguration {
  /** The `<vendor>` in task types `dev.<vendor>.plugin...`. */
  readonly vendor: string;
  /** The `<PREFIX>` of the variables that task types add to a flow. */
  readonly prefix: string;
  /** Absolute paths of additional folders with task modules. */
  readonly taskFolders: readonly string[];
  /**
   * Variables that begin with `FLOWGATE_` but are not settings of Flowgate itself, by name: task modules declare theirs
   * (`readTaskSettings`).
   */
  readonly otherSettings: Readonly<Record<string, string>>;
  /**
   * The shared library in Jenkins that runs flows, as `name@version`; without it, each Jenkinsfile contains its code.
   */
  readonly jenkinsLibrary?: string;
  readonly limits: Limits;
}

export type IdentityConfiguration =
  /** A reverse proxy authenticates callers and sends the user id in `x-oidc-sub`. */
  | { readonly mode: 'proxy' }
  /** Callers send a bearer token of this issuer. */
  | {
      readonly mode: 'jwt';
      readonly issuer: string;
      readonly audience?: string;
      readonly keysUrl: string;
      /** How users of the console get a token of the issuer; absent if they cannot. */
      readonly consoleSignIn?: ConsoleSignIn;
    };

/** The console as an OpenID Connect client of the issuer; it is public, and has no secret. */
export interface ConsoleSignIn {
  readonly clientId: string;
  /** Separated by spaces. */
  readonly scopes: string;
  /** The resource that tokens are requested for (RFC 8707), if the issuer decides the audience by it. */
  readonly resource?: string;
}

export interface JenkinsConfiguration {
  readonly url: string;
  readonly user: string;
  /** An API token. */
  readonly token: string;
  /** The folder that contains all jobs. */
  readonly folder: string;
  /** Jenkins credentials that values can reference instead of a secret, as `<namespace>/<credential id>`. */
  readonly credentials: readonly string[];
}

/** Jenkins' replies are not read beyond it, so it is also the greatest value of the setting. */
export const defaultMaxLogBytes = 32 * 1024 * 1024;
export const defaultHosts: readonly string[] = ['localhost', '127.0.0.1', '[::1]'];
export const defaultProxies: readonly string[] = ['loopback'];

export const engineChoices = ['jenkins', 'local', 'none'] as const;
/** `local` runs executions on this machine, `none` only stores and checks flows. */
export type EngineChoice = (typeof engineChoices)[number];
/** The name of an engine. */
export type EngineName = Exclude<EngineChoice, 'none'>;

export const roles = ['all', 'api', 'worker'] as const;
/** `api` serves requests, `worker` triggers and follows builds. */
export type Role = (typeof roles)[number];

/** Limits for requests and documents (docs/reference/configuration.md). */
export interface Limits {
  /** Max bytes of a flow document. */
  readonly flowBytes: number;
  /** Max bytes of other bodies. */
  readonly bodyBytes: number;
  /** Max bytes of an uploaded file. */
  readonly uploadBytes: number;
  /** Max bytes of all uploads; Infinity for no limit. */
  readonly uploads: {
    readonly perActor: number;
    readonly inAll: number;
    /** Bytes on the disk that uploads leave free. */
    readonly reserve: number;
  };
  readonly yamlDepth: number;
  readonly yamlAliases: number;
  readonly yamlNodes: number;
  readonly tasks: number;
  readonly inputs: number;
  readonly variables: number;
  readonly triggers: number;
  /** Max executions of a flow that are not running yet. */
  readonly pending: number;
  /** Max stored bytes of the log of an execution. */
  readonly logBytes: number;
  /** Max bytes of all artifacts of an execution on this machine; Infinity for no limit. */
  readonly artifactBytes: number;
  readonly subflowDepth: number;
  /** Max documents in an import. */
  readonly importDocuments: number;
  readonly patternLength: number;
  /** Max values in all JSON Schemas of a flow. */
  readonly schemaValues: number;
  /** Max requests per client and minute; 0 for no limit. */
  readonly requestsPerMinute: number;
}

export const logLevels = ['fatal', 'error', 'warn', 'info', 'debug', 'silent'] as const;
export type LogLevel = (typeof logLevels)[number];

export const logFormats = ['json', 'pretty'] as const;
/** `json` prints one object per line, for programs; `pretty` prints text for people. */
export type LogFormat = (typeof logFormats)[number];

export interface LogSettings {
  readonly level: LogLevel;
  /** If absent, `pretty` on a terminal, otherwise `json`. */
  readonly format?: LogFormat;
}

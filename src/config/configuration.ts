/**
 * Everything that an operator can set, read once at the start (`docs/reference/configuration.md` lists the variables).
 */
export interface Configuration {
  readonly host: string;
  /** Under which path everything is served, without a slash at its end; empty at the root. */
  readonly basePath: string;
  /** 0 takes any free port. */
  readonly port: number;
  /** Absolute path of the folder that keeps what must survive a restart. */
  readonly dataFolder: string;
  /** Absolute path of the folder for uploaded files, which all gateways on one Redis share. */
  readonly filesFolder: string;
  /** Under which URL the workers of Jenkins reach Flowgate, without a slash at its end; executions take no files without it. */
  readonly publicUrl?: string;
  /** Where Redis is; Flowgate starts its own when absent. */
  readonly redisUrl?: string;
  /** The `<vendor>` in task types `dev.<vendor>.plugin...`. */
  readonly vendor: string;
  /** The `<PREFIX>` of the ROS bag variables. */
  readonly prefix: string;
  /** Absolute paths of further folders with task modules. */
  readonly taskFolders: readonly string[];
  readonly rosbagUrl?: string;
  /** The shared library in Jenkins that runs flows, as `name@version`; each Jenkinsfile holds that code itself when absent. */
  readonly jenkinsLibrary?: string;
  readonly identity: IdentityConfiguration;
  /** Absolute path of the file that says who may do what; everyone who is known may do all without it. */
  readonly policyFile?: string;
  /** Where flows run; without it they can be checked and kept only. */
  readonly jenkins?: JenkinsConfiguration;
  /** Which part of the work this process does. */
  readonly role: Role;
  /** Seals the secrets of executions; made once into the data folder when absent. */
  readonly key?: string;
  /** How many days an execution that has ended is kept; 0 keeps all. */
  readonly retentionDays: number;
  /** How many days an entry of the audit trail is kept; 0 keeps all. */
  readonly auditDays: number;
  /** Host names that are answered, without a port; `*` stands for all. */
  readonly hosts: readonly string[];
  /** Reverse proxies whose `x-oidc-sub` and `X-Forwarded-For` are believed: addresses, ranges, or `loopback`. */
  readonly trustedProxies: readonly string[];
  readonly limits: Limits;
  readonly log: LogSettings;
  /** Whether answers are checked against openapi.yaml, for tests and development. */
  readonly validateResponses: boolean;
}

export type IdentityConfiguration =
  /** A reverse proxy has authenticated the caller and says who it is in `x-oidc-sub`. */
  | { readonly mode: 'proxy' }
  /** The caller shows a token of this issuer. */
  | { readonly mode: 'jwt'; readonly issuer: string; readonly audience?: string; readonly keysUrl: string };

export interface JenkinsConfiguration {
  readonly url: string;
  readonly user: string;
  /** An API token. */
  readonly token: string;
  /** The folder below which all jobs are. */
  readonly folder: string;
  /** Credentials of Jenkins that values may name in place of a secret, `<namespace>/<credential id>`. */
  readonly credentials: readonly string[];
}

export const roles = ['all', 'api', 'worker'] as const;
/** `api` serves requests, `worker` triggers and follows builds. */
export type Role = (typeof roles)[number];

/** What bounds a single request or document (docs/reference/configuration.md). */
export interface Limits {
  /** Bytes of a flow document. */
  readonly flowBytes: number;
  /** Bytes of any other body. */
  readonly bodyBytes: number;
  /** Bytes of an uploaded file. */
  readonly uploadBytes: number;
  /** Bytes of all uploads; Infinity for no limit. */
  readonly uploads: {
    readonly perActor: number;
    readonly inAll: number;
    /** Of the disk, which uploads leave free. */ readonly reserve: number;
  };
  readonly yamlDepth: number;
  readonly yamlAliases: number;
  readonly yamlNodes: number;
  readonly tasks: number;
  readonly inputs: number;
  readonly variables: number;
  readonly triggers: number;
  /** Executions of a flow that Jenkins has not begun. */
  readonly pending: number;
  readonly subflowDepth: number;
  /** Documents of one import. */
  readonly importDocuments: number;
  readonly patternLength: number;
  /** Values that all JSON Schemas of a flow have together. */
  readonly schemaValues: number;
  /** Requests per client and minute; 0 does not limit them. */
  readonly requestsPerMinute: number;
}

export const logLevels = ['fatal', 'error', 'warn', 'info', 'debug', 'silent'] as const;
export type LogLevel = (typeof logLevels)[number];

export const logFormats = ['json', 'pretty'] as const;
/** `json` is for programs, one object a line; `pretty` for people. */
export type LogFormat = (typeof logFormats)[number];

export interface LogSettings {
  readonly level: LogLevel;
  /** Absent where it depends on who reads: `pretty` on a terminal, else `json`. */
  readonly format?: LogFormat;
}

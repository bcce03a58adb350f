/** Jenkins' replies are not read beyond it, so it is also the maximum of the setting. */
export const defaultMaxLogBytes = 32 * 1024 * 1024;
export const defaultHosts: readonly string[] = ['localhost', '127.0.0.1', '[::1]'];
export const defaultProxies: readonly string[] = ['loopback'];

/** `local` runs executions on this machine, `none` only stores and checks flows. */
export const engineChoices = ['jenkins', 'local', 'none'] as const;
type EngineChoice = (typeof engineChoices)[number];
/** The name of an engine. */
export type EngineName = Exclude<EngineChoice, 'none'>;

/** `api` serves requests, `worker` triggers and follows builds. */
export const roles = ['all', 'api', 'worker'] as const;

export const logLevels = ['fatal', 'error', 'warn', 'info', 'debug', 'silent'] as const;
export type LogLevel = (typeof logLevels)[number];

/** `json` prints one object per line, for programs; `pretty` prints text for people. */
export const logFormats = ['json', 'pretty'] as const;

/**
 * How many tasks a flow with blocks may run, including those of each item and pass, but not error and final tasks
 * (docs/reference/blocks.md).
 */
export const defaultMaxTaskRuns = 1_000;

/** Where a reference can find a secret, in references and in FLOWGATE_SECRET_PREFIXES. */
export const secretProviderNames = ['file', 'env', 'vault', 'aws', 'gcp'] as const;
export type SecretProviderName = (typeof secretProviderNames)[number];

/** `*`, a namespace, or `<namespace>.*` for all namespaces below it: the source of a regular expression. */
export const namespacePattern = String.raw`(?:\*|[a-z0-9][a-z0-9._-]*?(?:\.\*)?)`;

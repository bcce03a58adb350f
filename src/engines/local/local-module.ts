import { userInfo } from 'node:os';
import { isDeepStrictEqual } from 'node:util';
import { defaultHosts, defaultProxies } from '../../config/allowed-values.ts';
import type { Configuration } from '../../config/configuration.ts';
import type { EngineModule } from '../engine.ts';
import { localName } from './engine-name.ts';
import { ExecutionFolders } from './executors/execution-folders.ts';
import { LocalEngine } from './local-engine.ts';
import { headedLines } from './log-headings.ts';

const loopbackHosts: ReadonlySet<string> = new Set(['127.0.0.1', '::1', 'localhost']);

/** Runs executions as processes on this machine. */
export const localModule: EngineModule = {
  name: localName,
  lines: headedLines,
  configurationProblems({ role, controllerFile }, platform) {
    if (platform === 'win32') return ['FLOWGATE_ENGINE=local needs a POSIX shell, which Windows does not have'];
    return [
      ...(role === 'all' ? [] : [`FLOWGATE_ENGINE=local requires FLOWGATE_ROLE=all; it is ${role}`]),
      ...(controllerFile === undefined
        ? []
        : ['FLOWGATE_CONTROLLERS has no effect with FLOWGATE_ENGINE=local; remove one of them']),
    ];
  },
  /** Never where another engine was configured before: a lost variable must not turn a gateway into a shell. */
  isDefault: async (configuration, wasOther) => servesOnlyThisMachine(configuration) && !(await wasOther()),
  describe(configuration) {
    const { host, localExecutors } = configuration;
    const whose = servesOnlyThisMachine(configuration)
      ? 'all users of this machine, and nobody else, can run commands as this user'
      : `callers who reach ${host} and may execute flows can run commands as this user`;
    return `Flows run on this machine as the user ${userInfo().username}, ${localExecutors} at once; ${whose}`;
  },
  // Also if another engine runs new executions: earlier ones may have run here.
  open: ({ settings, ports, now }, isCurrent) => [
    new LocalEngine({ ...ports, settings, isCurrent, folders: new ExecutionFolders(settings.dataFolder), now }),
  ],
};

/** Whether no setting suggests users other than those of this machine. */
function servesOnlyThisMachine(configuration: Configuration): boolean {
  const { host, basePath, redisUrl, identity, policyFile, publicUrl, hosts, trustedProxies, role, key } = configuration;
  return (
    loopbackHosts.has(host) &&
    basePath === '' &&
    !configuration.lacksJenkinsUrl &&
    identity.mode === 'proxy' &&
    role === 'all' &&
    [redisUrl, policyFile, publicUrl, key].every((setting) => setting === undefined) &&
    isDeepStrictEqual(hosts, defaultHosts) &&
    isDeepStrictEqual(trustedProxies, defaultProxies)
  );
}

import { userInfo } from 'node:os';
import { isDeepStrictEqual } from 'node:util';
import { defaultHosts, defaultProxies } from '../../base/config/allowed-values.ts';
import type { Configuration } from '../../base/config/configuration.ts';
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
  isDefault: async (configuration, wasOther) => settingsForOthers(configuration).length === 0 && !(await wasOther()),
  notDefaultBecause: settingsForOthers,
  describe(configuration) {
    const { host, localExecutors } = configuration;
    const whose =
      settingsForOthers(configuration).length === 0
        ? 'all users of this machine, and nobody else, can run commands as this user'
        : `callers who reach ${host} and may execute flows can run commands as this user`;
    return `Flows run on this machine as the user ${userInfo().username}, ${localExecutors} at once; ${whose}`;
  },
  // Also if another engine runs new executions: earlier ones may have run here.
  open: ({ settings, ports, now }, isCurrent) => [
    new LocalEngine({ ...ports, settings, isCurrent, folders: new ExecutionFolders(settings.dataFolder), now }),
  ],
};

/** The settings that suggest users other than those of this machine: another may run commands there. */
function settingsForOthers({
  host,
  hosts,
  publicUrl,
  agentUrl,
  identity,
  role,
  ...configuration
}: Configuration): readonly string[] {
  const hostsOfUrls = [publicUrl, agentUrl].flatMap((url) => (url === undefined ? [] : [new URL(url).hostname]));
  const ownHosts = hosts.filter((name) => !hostsOfUrls.includes(name));
  const isUnusual = {
    HOST: !loopbackHosts.has(host),
    REDIS_URL: configuration.redisUrl !== undefined,
    'JENKINS_USER, JENKINS_TOKEN or JENKINS_CREDENTIALS without JENKINS_URL': configuration.lacksJenkinsUrl,
    FLOWGATE_AUTH: identity.mode !== 'proxy',
    FLOWGATE_ROLE: role !== 'all',
    FLOWGATE_POLICY: configuration.policyFile !== undefined,
    FLOWGATE_PUBLIC_URL: publicUrl !== undefined,
    FLOWGATE_AGENT_URL: agentUrl !== publicUrl,
    FLOWGATE_BASE_PATH: configuration.basePath !== '',
    FLOWGATE_KEY: configuration.key !== undefined,
    FLOWGATE_HOSTS: !isDeepStrictEqual(ownHosts, defaultHosts) && !isDeepStrictEqual(hosts, defaultHosts),
    FLOWGATE_TRUSTED_PROXIES: !isDeepStrictEqual(configuration.trustedProxies, defaultProxies),
  };
  return Object.entries(isUnusual).flatMap(([name, isSet]) => (isSet ? [name] : []));
}

import { access, mkdir, writeFile } from 'node:fs/promises';
import { userInfo } from 'node:os';
import { join } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import { defaultHosts, defaultProxies, type Configuration } from '../config/configuration.ts';
import type { ExecutionEngine } from '../engines/engine.ts';

const loopbackHosts: ReadonlySet<string> = new Set(['127.0.0.1', '::1', 'localhost']);

/**
 * Where executions run; undefined if they cannot run. The engine of this machine is the default only where nothing
 * suggests other users, and never where a Jenkins was configured before: a lost variable must not turn a gateway into a
 * shell.
 * @param hasPushedJobs whether flows were ever pushed to a Jenkins; asked only if nothing else decides
 */
export async function chooseEngine(
  configuration: Configuration,
  hasPushedJobs: () => Promise<boolean>,
): Promise<ExecutionEngine['name'] | undefined> {
  const { engine, jenkins, dataFolder } = configuration;
  if (jenkins !== undefined) await rememberJenkins(dataFolder);
  if (engine !== undefined) return engine === 'none' ? undefined : engine;
  if (jenkins !== undefined) return 'jenkins';
  const isPersonal = servesOnlyThisMachine(configuration) && !(await knowsJenkins(dataFolder));
  return isPersonal && !(await hasPushedJobs()) ? 'local' : undefined;
}

/** Whether nothing is configured that suggests other users than those of this machine. */
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

/** What the log says about the engine at the start. */
export function engineSentence(engine: ExecutionEngine['name'] | undefined, configuration: Configuration): string {
  const { host, localExecutors, jenkins } = configuration;
  if (engine === 'jenkins') return `Flows run on the Jenkins at ${jenkins?.url ?? ''}`;
  if (engine === undefined)
    return 'Flows cannot run, and schedules start nothing: set JENKINS_URL, or FLOWGATE_ENGINE=local to run them on this machine';
  const whose = servesOnlyThisMachine(configuration)
    ? 'all users of this machine, and nobody else, can run commands as this user'
    : `callers who reach ${host} and may execute flows can run commands as this user`;
  return `Flows run on this machine as the user ${userInfo().username}, ${localExecutors} at once; ${whose}`;
}

const markerText =
  'Flowgate was started with a Jenkins. Without one it does not run flows on this machine, unless FLOWGATE_ENGINE=local says so.\n';

/** Also with a Redis elsewhere: its settings can get lost together with those of Jenkins. */
async function rememberJenkins(dataFolder: string): Promise<void> {
  try {
    await mkdir(dataFolder, { recursive: true });
    await writeFile(markerOf(dataFolder), markerText);
  } catch {
    // A read-only folder holds no Redis either, and without one there is no default engine.
  }
}

async function knowsJenkins(dataFolder: string): Promise<boolean> {
  return access(markerOf(dataFolder)).then(
    () => true,
    () => false,
  );
}

function markerOf(dataFolder: string): string {
  return join(dataFolder, 'jenkins');
}

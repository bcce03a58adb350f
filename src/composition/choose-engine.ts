import { access, mkdir, writeFile } from 'node:fs/promises';
import { userInfo } from 'node:os';
import { join } from 'node:path';
import type { Configuration } from '../config/configuration.ts';
import type { ExecutionEngine } from '../execution/engine/execution-engine.ts';

export interface EngineSettings extends Pick<Configuration, 'engine' | 'jenkins' | 'isPersonal' | 'dataFolder'> {
  /** Whether flows were pushed to a Jenkins; asked only if nothing else decides. */
  readonly hasPushedJobs: () => Promise<boolean>;
}

/**
 * Where executions run; undefined if they cannot run. The engine of this machine is the default only where nothing
 * suggests other users, and never where a Jenkins was configured before: a lost variable must not turn a gateway into a
 * shell.
 */
export async function chooseEngine(settings: EngineSettings): Promise<ExecutionEngine['name'] | undefined> {
  const { engine, jenkins, isPersonal, dataFolder } = settings;
  if (jenkins !== undefined) await rememberJenkins(dataFolder);
  if (engine !== undefined) return engine === 'none' ? undefined : engine;
  if (jenkins !== undefined) return 'jenkins';
  if (!isPersonal || (await knowsJenkins(dataFolder)) || (await settings.hasPushedJobs())) return undefined;
  return 'local';
}

/** What the log says about the engine at the start. */
export function engineSentence(
  engine: ExecutionEngine['name'] | undefined,
  {
    host,
    isPersonal,
    localExecutors,
    jenkins,
  }: Pick<Configuration, 'host' | 'isPersonal' | 'localExecutors' | 'jenkins'>,
): string {
  if (engine === 'jenkins') return `Flows run on the Jenkins at ${jenkins?.url ?? ''}`;
  if (engine === undefined)
    return 'Flows cannot run, and schedules start nothing: set JENKINS_URL, or FLOWGATE_ENGINE=local to run them on this machine';
  const whose = isPersonal
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

import type { ExecutionEngine } from '../engines/engine.ts';
import { ExecutionEngines } from '../engines/engines.ts';
import { JenkinsEngine } from '../engines/jenkins/jenkins-engine.ts';
import { ExecutionFolders } from '../engines/local/executors/execution-folders.ts';
import { LocalEngine } from '../engines/local/local-engine.ts';
import type { LocalRun } from '../engines/local/executors/local-run.ts';
import { RunningExecutions } from '../engines/local/executors/running-executions.ts';
import type { ExecutionPorts } from '../execution/record/execution-ports.ts';

export interface OpenEngines {
  readonly engines: ExecutionEngines;
  readonly folders: ExecutionFolders;
  readonly running: RunningExecutions<LocalRun>;
}

/** The engines of this installation, as far as requests need them; `start-working.ts` makes them run. */
export function openEngines(
  ports: ExecutionPorts,
  {
    engineName,
    executionsFolder,
  }: { readonly engineName?: ExecutionEngine['name']; readonly executionsFolder: string },
  now: () => Date,
): OpenEngines {
  const folders = new ExecutionFolders(executionsFolder);
  const running = new RunningExecutions<LocalRun>();
  const jenkins = ports.gateway && new JenkinsEngine(ports.gateway, ports, now);
  const local = new LocalEngine({ folders, running, logs: ports.logs });
  return { engines: new ExecutionEngines(engineName ?? jenkins?.name, local, jenkins), folders, running };
}

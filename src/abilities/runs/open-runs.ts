import type { FilesApi } from '../files/open-files.ts';
import type { FlowsApi } from '../flows/open-flows.ts';
import type { Ability } from '../parts/ability.ts';
import type { Parts } from '../parts/parts.ts';
import type { RecordsApi } from '../records/open-records.ts';
import type { WaitsApi } from '../waits/open-waits.ts';
import { ExecutionAcceptor } from './accept/execution-acceptor.ts';
import { NewExecutions } from './accept/new-executions.ts';
import { ChildExecutions } from './children/child-executions.ts';
import { DueWaits } from './due-waits.ts';
import { PushService } from './push-service.ts';
import { RestartService } from './restart-service.ts';
import { RunService } from './run-service.ts';
import { StopService } from './stop-service.ts';
import { ExecutionStopper } from './stop/execution-stopper.ts';
import { queueUnattended } from './unattended-executions.ts';

export type RunsApi = ReturnType<typeof openRuns>['api'];

/** Starts, restarts and stops executions, and runs those that a task starts and waits for. */
export function openRuns(parts: Parts, below: FlowsApi & RecordsApi & FilesApi & WaitsApi) {
  const { settings, ports, engines, patterns: runner, locks, tracing, report, now } = parts;
  const {
    flows,
    flowPreparation,
    executionInputs: inputs,
    executions,
    preparation,
    executionFiles: files,
    waits,
  } = below;
  const { agentUrl, limits } = settings;
  const newExecutions = new NewExecutions({
    ...ports,
    engines,
    inputs,
    files,
    flowPreparation,
    agentUrl,
    runner,
    tracing,
    now,
    locks,
  });
  const acceptor = new ExecutionAcceptor({ ...ports, executions, maxPending: limits.pending });
  const stopper = new ExecutionStopper({ ...ports, engines });
  const childExecutions = new ChildExecutions({
    ...ports,
    flows,
    newExecutions,
    acceptor,
    preparation,
    runner,
    stopper,
    waits,
  });
  const dueWaits = new DueWaits({ ...ports, waits, childExecutions, report });
  ports.life.observe(dueWaits);
  const acceptance = { ...ports, engines, flows, executions, inputs, newExecutions, acceptor };
  return {
    api: {
      runs: new RunService(acceptance),
      restarts: new RestartService({ ...acceptance, flowPreparation }),
      stops: new StopService({ executions, stopper, dueWaits }),
      pushes: new PushService({ flows, flowPreparation, engines }),
      dueWaits,
    },
    work: ({ pace }) => ({
      rounds: [
        { name: 'end waits', everyMilliseconds: pace.endWaits, run: (over) => dueWaits.endDue(over) },
        {
          name: 'queue unattended executions',
          everyMilliseconds: pace.queueUnattended,
          run: () => queueUnattended({ ...ports, now }),
        },
      ],
    }),
  } satisfies Ability;
}

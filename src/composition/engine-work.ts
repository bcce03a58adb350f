import type { Logger } from 'pino';
import type { DiskRoom } from '../engines/local/shell/disk-room.ts';
import { cgroupParent } from '../engines/local/shell/execution-cgroup.ts';
import { scriptReaper } from '../engines/local/shell/script-reaper.ts';
import type { BuildPlanner } from '../engines/jenkins/builds/build-plan.ts';
import type { EngineWork } from '../engines/engine.ts';
import { ExecutionEnder } from '../execution/execution-ender.ts';
import { BuildAdopter } from '../engines/jenkins/follow/build-adopter.ts';
import { ExecutionFinisher } from '../engines/jenkins/follow/execution-finisher.ts';
import { ExecutionFollower } from '../engines/jenkins/follow/execution-follower.ts';
import { JenkinsUpkeep } from '../engines/jenkins/jenkins-upkeep.ts';
import type { ExecutionFolders } from '../engines/local/executors/execution-folders.ts';
import type { LocalPlanner } from '../engines/local/executors/local-plan.ts';
import type { LocalRun } from '../engines/local/executors/local-run.ts';
import { LocalWork } from '../engines/local/local-work.ts';
import type { RunningExecutions } from '../engines/local/executors/running-executions.ts';
import type { ExecutionPorts, WorkingPorts } from '../execution/record/execution-ports.ts';
import { ExecutionTrigger } from '../engines/jenkins/trigger/execution-trigger.ts';
import type { Tracing } from '../telemetry/tracing.ts';
import { JobPusher } from '../engines/jenkins/trigger/job-pusher.ts';

const second = 1_000;
const minute = 60 * second;

/** Called with each error; the work is retried later. */
type Report = (error: unknown, what: string) => void;

const now = (): Date => new Date();

/** Turns executions into builds, and collects their results. */
export function jenkinsWork({
  ports,
  planner,
  report,
  tracing,
}: {
  readonly ports: WorkingPorts;
  readonly planner: BuildPlanner;
  readonly report: Report;
  /** Absent if it is off. */
  readonly tracing?: Tracing | undefined;
}): EngineWork {
  const parts = { ...ports, planner, report, tracing, now };
  const ender = new ExecutionEnder(parts);
  const follower = new ExecutionFollower({ ...parts, ender, finisher: new ExecutionFinisher({ ...parts, ender }) });
  const adopter = new BuildAdopter(parts);
  const upkeep = new JenkinsUpkeep(parts);
  const trigger = new ExecutionTrigger({ ...parts, ender, pusher: new JobPusher(ports) });
  return {
    trigger: (id) => trigger.trigger(id),
    rounds: [
      { name: 'follow builds', everyMilliseconds: () => follower.pause, run: () => follower.poll() },
      { name: 'disable jobs of deleted flows', everyMilliseconds: 5 * second, run: () => upkeep.disableRetiredJobs() },
      { name: 'adopt builds', everyMilliseconds: 10 * second, run: () => adopter.adopt() },
      { name: 'forget removed jobs', everyMilliseconds: 60 * minute, run: () => upkeep.forgetRemovedJobs() },
      { name: 'sweep credentials', everyMilliseconds: 5 * minute, run: () => upkeep.sweepCredentials() },
    ],
    stop: () => follower.settle(),
  };
}

export interface LocalWorkParts {
  readonly ports: ExecutionPorts;
  readonly planner: LocalPlanner;
  readonly folders: ExecutionFolders;
  readonly running: RunningExecutions<LocalRun>;
  /** How many executions run at once. */
  readonly executors: number;
  /** Why executions can no longer run; undefined if they can. */
  readonly shortage: () => Promise<string | undefined>;
  /** The space for artifacts. */
  readonly artifactRoom: DiskRoom;
  readonly report: Report;
  readonly logger?: Logger | undefined;
}

/** Runs executions on this machine. */
export function localWork(parts: LocalWorkParts): EngineWork {
  const { ports, logger } = parts;
  const cgroup = cgroupParent();
  const reaper = cgroup === undefined ? scriptReaper()?.program : undefined;
  logger?.info(
    { cgroup: cgroup ?? 'none', reaper: reaper ?? 'none' },
    'where scripts run, so that none of their processes escapes',
  );
  return new LocalWork({ ...ports, ...parts, ender: new ExecutionEnder({ ...ports, now }), now });
}

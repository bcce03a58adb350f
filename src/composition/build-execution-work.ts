import type { BuildPlanner } from '../execution/builds/build-plan.ts';
import { ExecutionEnder } from '../execution/execution-ender.ts';
import type { WorkingPorts } from '../execution/record/execution-ports.ts';
import { BuildAdopter } from '../execution/follow/build-adopter.ts';
import { ExecutionFinisher } from '../execution/follow/execution-finisher.ts';
import { ExecutionFollower } from '../execution/follow/execution-follower.ts';
import { WaitingExecutions } from '../execution/follow/waiting-executions.ts';
import { LeaderLoop, type Round } from '../execution/leader-loop.ts';
import { ExecutionTrigger } from '../execution/trigger/execution-trigger.ts';
import { JobPusher } from '../execution/trigger/job-pusher.ts';
import { UnattendedExecutions } from '../execution/trigger/unattended-executions.ts';
import { CredentialSweeper } from '../execution/upkeep/credential-sweeper.ts';
import { JobRetirement } from '../execution/upkeep/job-retirement.ts';
import { removeOldExecutions } from '../execution/upkeep/remove-old-executions.ts';

export interface ExecutionWorkOptions {
  readonly ports: WorkingPorts;
  readonly planner: BuildPlanner;
  /** What else one process of the installation has to do. */
  readonly rounds: readonly Round[];
  readonly retentionDays: number;
  readonly now: () => Date;
  /** Told of what went wrong and is tried again. */
  readonly report: (error: unknown, what: string) => void;
}

export interface ExecutionWork {
  readonly trigger: ExecutionTrigger;
  readonly follower: ExecutionFollower;
  /** Follows builds and tidies up, while no other process does. */
  readonly loop: LeaderLoop;
}

const second = 1_000;
const minute = 60 * second;

/** Puts together what turns executions into builds and brings their results back. */
export function buildExecutionWork({
  ports,
  planner,
  rounds,
  retentionDays,
  now,
  report,
}: ExecutionWorkOptions): ExecutionWork {
  const parts = { ...ports, planner, now, report };
  const ender = new ExecutionEnder(parts);
  const follower = new ExecutionFollower({ ...parts, ender, finisher: new ExecutionFinisher({ ...parts, ender }) });
  const waiting = new WaitingExecutions(parts);
  const unattended = new UnattendedExecutions(parts);
  const adopter = new BuildAdopter(parts);
  const retirement = new JobRetirement(ports);
  const sweeper = new CredentialSweeper(ports.gateway, ports.store);
  return {
    trigger: new ExecutionTrigger({ ...parts, ender, pusher: new JobPusher(ports.gateway, ports.jobs) }),
    follower,
    loop: new LeaderLoop({
      leases: ports.leases,
      report,
      rounds: [
        { name: 'follow builds', everyMilliseconds: () => follower.pause, run: () => follower.look() },
        { name: 'explain what waits', everyMilliseconds: 2 * second, run: () => waiting.explain() },
        { name: 'queue unattended executions', everyMilliseconds: 5 * second, run: () => unattended.queue() },
        { name: 'disable jobs of deleted flows', everyMilliseconds: 5 * second, run: () => retirement.retire() },
        { name: 'adopt builds', everyMilliseconds: 10 * second, run: () => adopter.adopt() },
        { name: 'sweep credentials', everyMilliseconds: 5 * minute, run: () => sweeper.sweep() },
        {
          name: 'remove old executions',
          everyMilliseconds: 60 * minute,
          run: () => removeOldExecutions(ports.store, retentionDays, now()),
        },
        ...rounds,
      ],
    }),
  };
}

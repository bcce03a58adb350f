import type { JenkinsGateway } from '../jenkins/jenkins-gateway.ts';
import { BuildAdopter } from './build-adopter.ts';
import type { BuildPlanner } from './build-plan.ts';
import { CredentialSweeper } from './credential-sweeper.ts';
import { ExecutionEnder } from './execution-end.ts';
import { ExecutionFinisher } from './execution-finisher.ts';
import { ExecutionFollower } from './execution-follower.ts';
import type { ExecutionPorts } from './execution-ports.ts';
import { ExecutionTrigger } from './execution-trigger.ts';
import { FollowerLoop } from './follower-loop.ts';
import { JobPusher } from './job-pusher.ts';
import { JobRetirement } from './job-retirement.ts';
import { removeOldExecutions } from './remove-old-executions.ts';
import type { ScheduleKeeper } from './schedule-keeper.ts';
import { UnattendedExecutions } from './unattended-executions.ts';

export interface ExecutionWorkOptions {
  readonly ports: ExecutionPorts & { readonly gateway: JenkinsGateway };
  readonly planner: BuildPlanner;
  readonly keeper: ScheduleKeeper;
  readonly retentionDays: number;
  readonly now: () => Date;
  /** Told of what went wrong and is tried again. */
  readonly report: (error: unknown, what: string) => void;
}

export interface ExecutionWork {
  readonly trigger: ExecutionTrigger;
  readonly follower: ExecutionFollower;
  /** Follows builds and tidies up, while no other process does. */
  readonly loop: FollowerLoop;
}

const second = 1_000;
const minute = 60 * second;

/** Puts together what turns executions into builds and brings their results back. */
export function buildExecutionWork({ ports, planner, keeper, retentionDays, now, report }: ExecutionWorkOptions): ExecutionWork {
  const parts = { ...ports, planner, now, report };
  const ender = new ExecutionEnder(parts);
  const follower = new ExecutionFollower({ ...parts, ender, finisher: new ExecutionFinisher({ ...parts, ender }) });
  const unattended = new UnattendedExecutions(parts);
  const adopter = new BuildAdopter(parts);
  const retirement = new JobRetirement(ports);
  const sweeper = new CredentialSweeper(ports.gateway, ports.store);
  return {
    trigger: new ExecutionTrigger({ ...parts, ender, pusher: new JobPusher(ports.gateway, ports.jobs) }),
    follower,
    loop: new FollowerLoop({
      leases: ports.leases,
      report,
      rounds: [
        { name: 'follow builds', everyMilliseconds: second, run: () => follower.look() },
        { name: 'queue unattended executions', everyMilliseconds: 5 * second, run: () => unattended.queue() },
        { name: 'disable jobs of deleted flows', everyMilliseconds: 5 * second, run: () => retirement.retire() },
        { name: 'keep schedules', everyMilliseconds: 10 * second, run: () => keeper.keepAll() },
        { name: 'adopt builds', everyMilliseconds: 10 * second, run: () => adopter.adopt() },
        { name: 'sweep credentials', everyMilliseconds: 5 * minute, run: () => sweeper.sweep() },
        { name: 'remove old executions', everyMilliseconds: 60 * minute, run: () => removeOldExecutions(ports.store, retentionDays, now()) },
      ],
    }),
  };
}

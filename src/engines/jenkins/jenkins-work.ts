import { ExecutionEnder } from '../../execution/execution-ender.ts';
import type { ExecutionPorts } from '../../execution/record/execution-ports.ts';
import type { PushedJobs } from '../../execution/record/pushed-jobs.ts';
import type { EngineWork, EngineWorkDeps } from '../engine.ts';
import { BuildPlanner } from './builds/build-planner.ts';
import type { CallBudget } from './call-budget.ts';
import type { JenkinsGateway } from './client/jenkins-gateway.ts';
import { BuildAdopter } from './follow/build-adopter.ts';
import { ExecutionFinisher } from './follow/execution-finisher.ts';
import { ExecutionFollower } from './follow/execution-follower.ts';
import { JenkinsUpkeep } from './jenkins-upkeep.ts';
import type { JobPrinter } from './jobs/job-printer.ts';
import { ExecutionTrigger } from './trigger/execution-trigger.ts';
import { JobPusher } from './trigger/job-pusher.ts';

export interface JenkinsEngineDeps extends ExecutionPorts {
  readonly gateway: JenkinsGateway;
  readonly jobs: PushedJobs;
  /** Limits the repeated Jenkins calls of this process. */
  readonly calls: CallBudget;
  /** The credentials that a namespace may use as secrets, `<namespace>/<credential id>`. */
  readonly credentials: readonly string[];
  readonly printer: JobPrinter;
  readonly now: () => Date;
  /** Closes the gateway. */
  readonly close: () => void;
}

const second = 1_000;
const minute = 60 * second;

/** Turns executions into builds, and collects their results. @returns undefined without a key: nothing can run */
export function jenkinsWork(deps: JenkinsEngineDeps, work: EngineWorkDeps): EngineWork | undefined {
  const { vault } = deps;
  if (vault === undefined) return undefined;
  const parts = { ...work, ...deps, vault };
  const ender = new ExecutionEnder(parts);
  const follower = new ExecutionFollower({ ...parts, ender, finisher: new ExecutionFinisher({ ...parts, ender }) });
  const adopter = new BuildAdopter(parts);
  const upkeep = new JenkinsUpkeep(parts);
  const planner = new BuildPlanner(parts);
  const trigger = new ExecutionTrigger({ ...parts, planner, ender, pusher: new JobPusher(deps) });
  return {
    trigger: (id) => trigger.trigger(id),
    rounds: [
      { name: 'follow builds', everyMilliseconds: () => follower.pause, run: () => follower.poll() },
      { name: 'disable jobs of deleted flows', everyMilliseconds: 5 * second, run: () => upkeep.disableRetiredJobs() },
      { name: 'adopt builds', everyMilliseconds: 10 * second, run: () => adopter.adopt() },
      { name: 'forget removed jobs', everyMilliseconds: 60 * minute, run: () => upkeep.forgetRemovedJobs() },
      { name: 'sweep credentials', everyMilliseconds: 5 * minute, run: () => upkeep.sweepCredentials() },
    ],
    upkeep: [],
    stop: () => follower.settle(),
  };
}

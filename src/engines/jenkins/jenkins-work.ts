import type { ExecutionRecord } from '../../lifecycle/execution-record.ts';
import type { EngineWork, EngineWorkDeps } from '../engine.ts';
import { planBuild } from './builds/build-plan.ts';
import { ControllerWatch } from './controller/controller-watch.ts';
import { BuildAdopter } from './follow/build-adopter.ts';
import { ExecutionFollower } from './follow/execution-follower.ts';
import type { JenkinsEngineDeps, JenkinsParts } from './jenkins-parts.ts';
import { JenkinsUpkeep } from './jenkins-upkeep.ts';
import { ExecutionMover } from './start/execution-mover.ts';
import { ExecutionStarter } from './start/execution-starter.ts';

const minute = 60_000;

/** Turns executions into builds, and collects their results. @returns undefined without a key: nothing can run */
export function jenkinsWork(deps: JenkinsEngineDeps, work: EngineWorkDeps): EngineWork | undefined {
  const { vault } = deps;
  const { pace } = work;
  if (vault === undefined) return undefined;
  const parts: JenkinsParts = { ...work, ...deps, vault };
  const follower = new ExecutionFollower(parts);
  const adopter = new BuildAdopter(parts);
  const upkeep = new JenkinsUpkeep(parts);
  const watch = new ControllerWatch(parts);
  const planning = { ...parts, plan: (record: ExecutionRecord) => planBuild(record, parts) };
  const starter = new ExecutionStarter(planning);
  const mover = new ExecutionMover(planning);
  return {
    start: (id) => starter.start(id),
    rounds: [
      { name: 'look at the controller', everyMilliseconds: () => watch.pause, run: () => watch.look() },
      { name: 'keep the limit of builds', everyMilliseconds: pace.keepLimit, run: () => watch.keepLimit() },
      {
        name: 'move executions to the fallback',
        everyMilliseconds: pace.moveToFallback,
        run: () => mover.moveHeld(),
      },
      { name: 'follow builds', everyMilliseconds: () => follower.pause, run: () => follower.poll() },
      {
        name: 'disable jobs of deleted flows',
        everyMilliseconds: pace.disableRetiredJobs,
        run: () => upkeep.disableRetiredJobs(),
      },
      { name: 'adopt builds', everyMilliseconds: pace.adoptBuilds, run: () => adopter.adopt() },
      { name: 'forget removed jobs', everyMilliseconds: 60 * minute, run: () => upkeep.forgetRemovedJobs() },
      { name: 'sweep credentials', everyMilliseconds: 5 * minute, run: () => upkeep.sweepCredentials() },
    ],
    upkeep: [],
    stop: () => follower.settle(),
  };
}

import { access, mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { RedisPushedJobs } from '../../execution/redis/redis-pushed-jobs.ts';
import type { EngineModule } from '../engine.ts';
import { pipelineLines } from './builds/pipeline-lines.ts';
import { CallBudget } from './call-budget.ts';
import { JenkinsClientGateway } from './client/jenkins-client-gateway.ts';
import { meteredGateway } from './client/metered-gateway.ts';
import { JenkinsEngine } from './jenkins-engine.ts';
import { JobDefinitions } from './jobs/job-definitions.ts';

/** Runs executions as builds in Jenkins. */
export const jenkinsModule: EngineModule = {
  name: 'jenkins',
  lines: pipelineLines,
  configurationProblems: ({ jenkins }) =>
    jenkins === undefined ? ['JENKINS_URL is missing; FLOWGATE_ENGINE=jenkins requires a Jenkins to run flows'] : [],
  isDefault: ({ jenkins }) => jenkins !== undefined,
  async remember({ jenkins, dataFolder }) {
    if (jenkins === undefined) return;
    try {
      // Also with an external Redis: its settings can get lost together with those of Jenkins.
      await mkdir(dataFolder, { recursive: true });
      await writeFile(markerOf(dataFolder), markerText);
    } catch {
      // A read-only folder cannot contain a Redis either, and without that there is no default engine.
    }
  },
  async wasUsed({ dataFolder }, redis) {
    const isMarked = await access(markerOf(dataFolder)).then(
      () => true,
      () => false,
    );
    return isMarked || new RedisPushedJobs(await redis()).any();
  },
  describe: ({ jenkins }) => `Flows run on Jenkins at ${jenkins?.url ?? ''}`,
  open({ settings: { jenkins }, redis, ports, transpile, observeCall, now }, isCurrent) {
    if (jenkins === undefined || !isCurrent) return undefined;
    const client = new JenkinsClientGateway(jenkins);
    return new JenkinsEngine({
      ...ports,
      gateway: observeCall === undefined ? client : meteredGateway(client, observeCall),
      jobs: new RedisPushedJobs(redis),
      calls: new CallBudget(),
      credentials: jenkins.credentials,
      definitions: new JobDefinitions(transpile),
      now,
      close: () => client.close(),
    });
  },
};

const markerText =
  'Flowgate was started with Jenkins configured. Without Jenkins, it does not run flows on this machine unless FLOWGATE_ENGINE=local is set.\n';

function markerOf(dataFolder: string): string {
  return join(dataFolder, 'jenkins');
}

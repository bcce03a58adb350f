import { access, mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { RedisPushedJobs } from '../../execution/redis/redis-pushed-jobs.ts';
import type { JenkinsController } from '../controllers/controller.ts';
import type { EngineDeps, EngineModule } from '../engine.ts';
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
  configurationProblems: ({ jenkins, controllerFile }) =>
    jenkins === undefined && controllerFile === undefined
      ? ['JENKINS_URL is missing; FLOWGATE_ENGINE=jenkins requires a Jenkins to run flows']
      : [],
  isDefault: ({ jenkins, controllerFile }) => jenkins !== undefined || controllerFile !== undefined,
  async remember({ jenkins, controllerFile, dataFolder }) {
    if (jenkins === undefined && controllerFile === undefined) return;
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
  describe: ({ jenkins, controllerFile }) => {
    const own = jenkins && `at ${jenkins.url}`;
    const others = controllerFile && `on the controllers of ${controllerFile}`;
    return `Flows run on Jenkins ${[own, others].filter((place) => place !== undefined).join(' and ')}`;
  },
  open: (deps, isCurrent) => (isCurrent ? deps.controllers.map((controller) => openController(controller, deps)) : []),
};

function openController(controller: JenkinsController, deps: EngineDeps): JenkinsEngine {
  const { controllers, redis, ports, transpile, observeCall, now } = deps;
  const { name, credentials } = controller;
  const client = new JenkinsClientGateway(controller);
  return new JenkinsEngine({
    ...ports,
    controller,
    otherControllers: controllers.map((other) => other.name).filter((other) => other !== name),
    gateway: observeCall === undefined ? client : meteredGateway(client, (...call) => observeCall(...call, name)),
    jobs: new RedisPushedJobs(redis, name),
    calls: new CallBudget(),
    credentials,
    definitions: new JobDefinitions(transpile),
    now,
    close: () => client.close(),
  });
}

const markerText =
  'Flowgate was started with Jenkins configured. Without Jenkins, it does not run flows on this machine unless FLOWGATE_ENGINE=local is set.\n';

function markerOf(dataFolder: string): string {
  return join(dataFolder, 'jenkins');
}

import { access, mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { defaultController } from '../../lifecycle/execution-record.ts';
import type { RedisExecutionStore } from '../../store/executions/redis/redis-execution-store.ts';
import { RedisPushedJobs } from '../../store/executions/redis/redis-pushed-jobs.ts';
import type { JenkinsController } from '../controllers/controller.ts';
import type { EngineDeps, EngineModule } from '../engine.ts';
import { pipelineLines } from './builds/pipeline-lines.ts';
import { CallBudget } from './call-budget.ts';
import { aroundCalls, meteredCalls } from './client/calls-of-gateway.ts';
import { JenkinsClientGateway } from './client/jenkins-client-gateway.ts';
import { plainUrl } from './client/jenkins-connection.ts';
import { confirmedCalls } from './controller/confirmed-calls.ts';
import { ControllerIdentity } from './controller/controller-identity.ts';
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
  const { controllers, states, redis, ports, transpile, observeCall, callsPerSecond, now } = deps;
  const { name, url, credentials, fallback } = controller;
  const otherControllers = controllers.map((other) => other.name).filter((other) => other !== name);
  const client = new JenkinsClientGateway(controller);
  const gateway =
    observeCall === undefined
      ? client
      : aroundCalls(
          client,
          meteredCalls((...call) => observeCall(...call, name)),
        );
  const identity = new ControllerIdentity({
    name,
    url: plainUrl(url),
    others: otherControllers,
    gateway,
    states,
    isInUse: () => hasStarted(ports.store, name, otherControllers),
    isNew: name !== defaultController,
    now,
  });
  return new JenkinsEngine({
    ...ports,
    controller,
    fallback: controllers.find((other) => other.name === fallback),
    otherControllers,
    states,
    identity,
    gateway: aroundCalls(gateway, confirmedCalls(identity)),
    jobs: new RedisPushedJobs(redis, name),
    calls: new CallBudget({ perSecond: callsPerSecond }),
    credentials,
    definitions: new JobDefinitions(transpile),
    now,
    close: () => client.close(),
  });
}

/** Whether an open execution of a controller has had a build, or may have one. */
async function hasStarted(store: RedisExecutionStore, name: string, others: readonly string[]): Promise<boolean> {
  for (const id of await store.openOn(name, others)) {
    const record = await store.read(id);
    if (record !== undefined && (record.state !== 'CREATED' || record.attempts > 0)) return true;
  }
  return false;
}

const markerText =
  'Flowgate was started with Jenkins configured. Without Jenkins, it does not run flows on this machine unless FLOWGATE_ENGINE=local is set.\n';

function markerOf(dataFolder: string): string {
  return join(dataFolder, 'jenkins');
}

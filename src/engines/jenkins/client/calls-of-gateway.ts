import { JenkinsError } from './jenkins-error.ts';
import type { JenkinsGateway } from './jenkins-gateway.ts';

/** Does what belongs to every call, and the call. */
export type AroundCall = <Result>(name: keyof JenkinsGateway, call: () => Promise<Result>) => Promise<Result>;

/** The same gateway, with something done around every call. */
export function aroundCalls(gateway: JenkinsGateway, around: AroundCall): JenkinsGateway {
  return {
    readiness: (...given) => around('readiness', () => gateway.readiness(...given)),
    status: (...given) => around('status', () => gateway.status(...given)),
    identity: (...given) => around('identity', () => gateway.identity(...given)),
    pushJob: (...given) => around('pushJob', () => gateway.pushJob(...given)),
    disableJob: (...given) => around('disableJob', () => gateway.disableJob(...given)),
    enableJob: (...given) => around('enableJob', () => gateway.enableJob(...given)),
    listJobs: (...given) => around('listJobs', () => gateway.listJobs(...given)),
    createSecret: (...given) => around('createSecret', () => gateway.createSecret(...given)),
    deleteSecret: (...given) => around('deleteSecret', () => gateway.deleteSecret(...given)),
    listSecrets: (...given) => around('listSecrets', () => gateway.listSecrets(...given)),
    trigger: (...given) => around('trigger', () => gateway.trigger(...given)),
    findExecution: (...given) => around('findExecution', () => gateway.findExecution(...given)),
    queueItem: (...given) => around('queueItem', () => gateway.queueItem(...given)),
    waits: (...given) => around('waits', () => gateway.waits(...given)),
    cancelQueueItem: (...given) => around('cancelQueueItem', () => gateway.cancelQueueItem(...given)),
    builds: (...given) => around('builds', () => gateway.builds(...given)),
    build: (...given) => around('build', () => gateway.build(...given)),
    executors: (...given) => around('executors', () => gateway.executors(...given)),
    offlineAgents: (...given) => around('offlineAgents', () => gateway.offlineAgents(...given)),
    pipelineSteps: (...given) => around('pipelineSteps', () => gateway.pipelineSteps(...given)),
    recentBuilds: (...given) => around('recentBuilds', () => gateway.recentBuilds(...given)),
    recentBuildsOfAll: (...given) => around('recentBuildsOfAll', () => gateway.recentBuildsOfAll(...given)),
    stopBuild: (...given) => around('stopBuild', () => gateway.stopBuild(...given)),
    log: (...given) => around('log', () => gateway.log(...given)),
    artifacts: (...given) => around('artifacts', () => gateway.artifacts(...given)),
    artifact: (...given) => around('artifact', () => gateway.artifact(...given)),
  };
}

/** Reports each call, with its duration and `ok` or the kind of its error. */
export function meteredCalls(observe: (call: string, outcome: string, seconds: number) => void): AroundCall {
  return async (name, call) => {
    const start = performance.now();
    const noted = (outcome: string) => observe(name, outcome, (performance.now() - start) / 1000);
    try {
      const result = await call();
      noted('ok');
      return result;
    } catch (error) {
      noted(error instanceof JenkinsError ? error.kind : 'defect');
      throw error;
    }
  };
}

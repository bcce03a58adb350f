import type { FlowKey } from '../../../language/flow/flow-key.ts';
import { describedExecution } from '../jenkinsfile/build-description.ts';
import { protocolParameters } from '../jenkinsfile/job-parameter.ts';
import { buildState, buildTree, listedBuilds } from './build-reader.ts';
import { notFoundAsUndefined } from './jenkins-error.ts';
import type { BuildKey, CallOptions, ExecutionTrace } from './jenkins-gateway.ts';
import type { JenkinsRequests } from './jenkins-requests.ts';
import { pathOfUrl, type JobPaths } from './job-paths.ts';
import type { ReplyValue } from './reply-value.ts';

/** Searches Jenkins for the queue items and builds of an execution. */
export class ExecutionSearch {
  readonly #requests: JenkinsRequests;
  readonly #paths: JobPaths;

  constructor(requests: JenkinsRequests, paths: JobPaths) {
    this.#requests = requests;
    this.#paths = paths;
  }

  /** As `JenkinsGateway.findExecution`. */
  async find(job: FlowKey, executionId: string, options: CallOptions): Promise<readonly ExecutionTrace[]> {
    // In this order, so that an item that leaves the queue in between is found among the builds.
    const waiting = await this.#waiting(job, executionId, options);
    const built = await this.#built(job, executionId, options);
    const left = new Set(built.map(({ queueItem }) => queueItem));
    return [
      ...built.map(({ trace }) => trace).toReversed(),
      ...waiting.filter((id) => !left.has(id)).map((queueItem) => ({ place: 'queue', queueItem }) as const),
    ];
  }

  async #waiting(job: FlowKey, executionId: string, { signal }: CallOptions): Promise<readonly number[]> {
    const queue = await this.#requests.json({
      path: '/queue',
      tree: 'items[id,task[url],actions[parameters[name,value]]]',
      signal,
    });
    return queue
      .get('items')
      .items.filter((item) => isTaskOf(item, this.#paths.job(job)) && executionAsked(item) === executionId)
      .map((item) => item.get('id').number);
  }

  /** The newest first. */
  async #built(
    job: FlowKey,
    executionId: string,
    options: CallOptions,
  ): Promise<readonly { trace: ExecutionTrace; queueItem: number }[]> {
    const tree = `builds[queueId,${buildTree}]{0,${listedBuilds}}`;
    const answer = await notFoundAsUndefined(
      this.#requests.json({ path: this.#paths.job(job), tree, signal: options.signal }),
    );
    const found = [];
    for (const value of answer?.get('builds').items ?? []) {
      const build = buildState({ job, number: value.get('number').number }, value);
      // Parameters contain the values of all inputs, so they are read only for a build that has not identified itself.
      const carried = describedExecution(build.description) ?? (await this.#executionAsked(build.key, options));
      if (carried === executionId)
        found.push({ trace: { place: 'build', build } as const, queueItem: value.get('queueId').number });
    }
    return found;
  }

  /** Undefined also if the build no longer exists. */
  async #executionAsked(build: BuildKey, { signal }: CallOptions): Promise<string | undefined> {
    const answer = await notFoundAsUndefined(
      this.#requests.json({ path: this.#paths.build(build), tree: 'actions[parameters[name,value]]', signal }),
    );
    return answer && executionAsked(answer);
  }
}

/** The execution of a queue item or a build, from its parameter. */
export function executionAsked(item: ReplyValue): string | undefined {
  const parameters = item
    .get('actions')
    .items.filter((action) => !action.isNull)
    .flatMap((action) => action.get('parameters').items);
  return parameters.findLast((parameter) => parameter.get('name').text === protocolParameters.execution)?.get('value')
    .anyText;
}

function isTaskOf(item: ReplyValue, path: string): boolean {
  const task = item.get('task');
  const url = task.isNull ? undefined : task.get('url').optionalText;
  return url !== undefined && pathOfUrl(url) === path;
}

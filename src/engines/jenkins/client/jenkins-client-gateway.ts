import type { FlowKey } from '../../../language/flow/flow-key.ts';
import { isServablePath } from './artifact-path.ts';
import { BuildReader } from './build-reader.ts';
import { executionAsked, ExecutionSearch } from './execution-search.ts';
import { flowFolders, flowJobs } from './flow-jobs.ts';
import { JenkinsConnection, plainUrl, type JenkinsAddress } from './jenkins-connection.ts';
import { JenkinsError, notFoundAsUndefined } from './jenkins-error.ts';
import type * as Port from './jenkins-gateway.ts';
import { JenkinsRequests } from './jenkins-requests.ts';
import { JobPaths } from './job-paths.ts';
import { JobWriter } from './job-writer.ts';
import { logRange } from './log-range.ts';
import { readExecutors } from './read-executors.ts';
import { readOfflineAgents } from './read-offline-agents.ts';
import { readPipelineSteps } from './read-pipeline-steps.ts';
import { readReadiness } from './read-readiness.ts';
import { readIdentity, readStatus } from './read-status.ts';
import { readWaits } from './read-waits.ts';
import { SecretFolder } from './secret-folder.ts';

export interface JenkinsGatewayOptions extends JenkinsAddress {
  /** The folder that contains the folders of the namespaces; `a/b` for a nested one. */
  readonly folder: string;
  /**
   * The number of ended builds a job keeps; at least 100, because executions are searched for among them
   * (docs/reference/jenkins.md).
   */
  readonly buildsToKeep?: number;
  /**
   * A call without data for this many milliseconds ends; a call that reads no stream always ends after ten times that.
   */
  readonly idleTimeout?: number;
  /** Max bytes of a reply that is read into memory. Streams have no limit. */
  readonly maxReplyLength?: number;
}

/** The gateway to a real Jenkins, through its REST API. */
export class JenkinsClientGateway implements Port.JenkinsGateway {
  readonly #url: string;
  readonly #connection: JenkinsConnection;
  readonly #requests: JenkinsRequests;
  readonly #paths: JobPaths;
  readonly #writer: JobWriter;
  readonly #builds: BuildReader;
  readonly #search: ExecutionSearch;

  constructor(options: JenkinsGatewayOptions) {
    this.#url = plainUrl(options.url);
    this.#connection = new JenkinsConnection(options, options.idleTimeout ?? 30_000);
    this.#requests = new JenkinsRequests(this.#connection, options.maxReplyLength ?? 32 * 1024 * 1024);
    this.#paths = new JobPaths(options.folder);
    this.#writer = new JobWriter(this.#requests, this.#paths, Math.max(100, options.buildsToKeep ?? 100));
    this.#builds = new BuildReader(this.#requests, this.#paths);
    this.#search = new ExecutionSearch(this.#requests, this.#paths);
  }

  /** Closes all connections and cancels all calls. */
  close(): void {
    this.#connection.close();
  }

  readiness(options: Port.CallOptions = {}): Promise<Port.JenkinsReadiness> {
    return readReadiness(this.#requests, this.#paths.root, options);
  }

  status(options: Port.CallOptions = {}): Promise<Port.JenkinsStatus> {
    return readStatus(this.#requests, options);
  }

  identity(options: Port.CallOptions = {}): Promise<string | undefined> {
    return readIdentity(this.#requests, options);
  }

  async pushJob(job: Port.JenkinsJob, options: Port.CallOptions = {}): Promise<Port.PushResult> {
    return { change: await this.#writer.push(job, options), url: `${this.#url}${this.#paths.job(job.key)}/` };
  }

  disableJob(key: FlowKey, options: Port.CallOptions = {}): Promise<boolean> {
    return this.#do(`${this.#paths.job(key)}/disable`, options);
  }

  enableJob(key: FlowKey, options: Port.CallOptions = {}): Promise<boolean> {
    return this.#do(`${this.#paths.job(key)}/enable`, options);
  }

  async listJobs({ signal }: Port.CallOptions = {}): Promise<readonly Port.JobSummary[]> {
    const tree = 'jobs[name,displayName,jobs[name,displayName,nextBuildNumber,buildable]]';
    const root = await notFoundAsUndefined(this.#requests.json({ path: this.#paths.root, tree, signal }));
    return flowJobs(root)
      .filter(({ job }) => !job.get('nextBuildNumber').isNull)
      .map(({ key, job }) => ({
        key,
        nextBuildNumber: job.get('nextBuildNumber').number,
        disabled: !job.get('buildable').boolean,
      }));
  }

  async createSecret(namespace: string, id: string, value: string, options: Port.CallOptions = {}): Promise<void> {
    const folder = this.#secrets(namespace);
    if (await folder.create(id, value, options)) return;
    await this.#writer.makeNamespace(namespace, options);
    if (!(await folder.create(id, value, options)))
      throw new JenkinsError('not-found', `The folder of the namespace ${namespace} has no credentials store.`, 404);
  }

  deleteSecret(namespace: string, id: string, options: Port.CallOptions = {}): Promise<boolean> {
    return this.#secrets(namespace).delete(id, options);
  }

  async listSecrets(
    prefix: string,
    { namespace, ...options }: Port.CallOptions & { readonly namespace?: string } = {},
  ): Promise<readonly { namespace: string; id: string }[]> {
    if (namespace !== undefined)
      return (await this.#secrets(namespace).list(prefix, options)).map((id) => ({ namespace, id }));
    const root = await notFoundAsUndefined(
      this.#requests.json({ path: this.#paths.root, tree: 'jobs[name,displayName]', signal: options.signal }),
    );
    const secrets: { namespace: string; id: string }[] = [];
    for (const folder of flowFolders(root))
      secrets.push(...(await this.listSecrets(prefix, { ...options, namespace: folder.namespace })));
    return secrets;
  }

  async trigger(
    key: FlowKey,
    parameters: ReadonlyMap<string, string>,
    { signal, traceparent }: Port.TriggerOptions = {},
  ): Promise<Port.TriggeredBuild> {
    const path = `${this.#paths.job(key)}/buildWithParameters`;
    const body = {
      contentType: 'application/x-www-form-urlencoded',
      content: new URLSearchParams([...parameters]).toString(),
    };
    const reply = await this.#requests.post({ path, query: { delay: '0sec' }, body, traceparent, signal }, [201, 303]);
    const item = /\/queue\/item\/([0-9]+)/.exec(reply.header('location') ?? '')?.[1];
    if (item === undefined)
      throw new JenkinsError(
        'broken-reply',
        'Jenkins accepted a trigger without returning its queue item.',
        reply.status,
      );
    return { queueItem: Number(item), merged: reply.status === 303 };
  }

  findExecution(
    key: FlowKey,
    executionId: string,
    options: Port.CallOptions = {},
  ): Promise<readonly Port.ExecutionTrace[]> {
    return this.#search.find(key, executionId, options);
  }

  async queueItem(
    id: number,
    { of: execution, signal }: Port.CallOptions & { readonly of?: string } = {},
  ): Promise<Port.QueueItem | undefined> {
    const tree = `why,cancelled,executable[number]${execution === undefined ? '' : ',actions[parameters[name,value]]'}`;
    const item = await notFoundAsUndefined(this.#requests.json({ path: `/queue/item/${id}`, tree, signal }));
    if (item === undefined || (execution !== undefined && executionAsked(item) !== execution)) return undefined;
    if (!item.get('executable').isNull)
      return { state: 'started', number: item.get('executable').get('number').number };
    if (!item.get('cancelled').isNull && item.get('cancelled').boolean) return { state: 'cancelled' };
    return { state: 'waiting', why: item.get('why').optionalText ?? '' };
  }

  waits(options: Port.CallOptions = {}): Promise<Port.QueueWaits> {
    return readWaits(this.#requests, this.#paths, options);
  }

  async cancelQueueItem(id: number, { signal }: Port.CallOptions = {}): Promise<boolean> {
    try {
      await this.#requests.post({ path: '/queue/cancelItem', query: { id: String(id) }, signal }, [204, 302]);
      return true;
    } catch (error) {
      // Jenkins answers 404 for an unknown item, and fails for one that has left the queue.
      const isPast = error instanceof JenkinsError && (error.kind === 'not-found' || error.kind === 'failed');
      if (isPast && (await this.queueItem(id, { signal }))?.state !== 'waiting') return false;
      throw error;
    }
  }

  builds(
    keys: readonly Port.BuildKey[],
    options: Port.CallOptions & { readonly calls?: number } = {},
  ): Promise<Port.BuildStates> {
    return this.#builds.read(keys, options.calls ?? 5, options);
  }

  build(key: Port.BuildKey, options: Port.CallOptions = {}): Promise<Port.BuildState | undefined> {
    return this.#builds.one(key, options);
  }

  executors(options: Port.CallOptions = {}): Promise<Port.Executors> {
    return readExecutors(this.#requests, this.#paths, options);
  }

  offlineAgents(options: Port.CallOptions = {}): Promise<Port.OfflineAgents> {
    return readOfflineAgents(this.#requests, this.#paths, options);
  }

  pipelineSteps(
    build: Port.BuildKey,
    options: Port.CallOptions = {},
  ): Promise<readonly Port.PipelineStep[] | undefined> {
    return readPipelineSteps(this.#requests, this.#paths.build(build), options);
  }

  recentBuildsOfAll(count: number, options: Port.CallOptions = {}): Promise<readonly Port.BuildState[]> {
    return this.#builds.recentOfAll(count, options);
  }

  recentBuilds(key: FlowKey, count: number, options: Port.CallOptions = {}): Promise<readonly Port.BuildState[]> {
    return this.#builds.recent(key, count, options);
  }

  stopBuild(build: Port.BuildKey, force: Port.StopForce = 'stop', options: Port.CallOptions = {}): Promise<boolean> {
    return this.#do(`${this.#paths.build(build)}/${force}`, options);
  }

  async log(
    build: Port.BuildKey,
    start: number,
    { signal }: Port.CallOptions = {},
  ): Promise<Port.LogRange | undefined> {
    const path = `${this.#paths.build(build)}/logText/progressiveText`;
    const reply = await notFoundAsUndefined(this.#requests.get({ path, query: { start: String(start) }, signal }));
    return reply && logRange(reply, start);
  }

  async artifacts(
    build: Port.BuildKey,
    { signal }: Port.CallOptions = {},
  ): Promise<readonly Port.Artifact[] | undefined> {
    const answer = await notFoundAsUndefined(
      this.#requests.json({ path: this.#paths.build(build), tree: 'artifacts[relativePath]', signal }),
    );
    return answer?.get('artifacts').items.map((artifact) => ({ path: artifact.get('relativePath').text }));
  }

  async artifact(
    build: Port.BuildKey,
    path: string,
    { signal }: Port.CallOptions = {},
  ): Promise<Port.ArtifactContent | undefined> {
    if (!isServablePath(path)) return undefined;
    const place = `${this.#paths.build(build)}/artifact/${path.split('/').map(encodeURIComponent).join('/')}`;
    // Jenkins' server answers 400 to names that it considers an attack.
    const reply = await notFoundAsUndefined(this.#requests.stream({ path: place, signal }, [200, 302, 400]));
    if (reply === undefined) return undefined;
    if (reply.status !== 200) {
      reply.body.destroy();
      if (reply.status === 400) return undefined;
      if (/\/artifact\/.*\/$/.test(reply.header('location') ?? '')) return undefined; // a folder: the URL of its page ends with a slash
      throw new JenkinsError(
        'broken-reply',
        'Jenkins stores its artifacts on another host, and Flowgate does not send credentials there.',
        302,
      );
    }
    const size = reply.header('content-length');
    return {
      stream: reply.body,
      size: size === undefined ? undefined : Number(size),
      contentType: reply.header('content-type') ?? 'application/octet-stream',
    };
  }

  /** A call that Jenkins answers with a redirect to one of its pages if it succeeds. */
  async #do(path: string, { signal }: Port.CallOptions): Promise<boolean> {
    return (await notFoundAsUndefined(this.#requests.post({ path, signal }, [200, 302]))) !== undefined;
  }

  #secrets(namespace: string): SecretFolder {
    return new SecretFolder(this.#requests, this.#paths.namespace(namespace));
  }
}

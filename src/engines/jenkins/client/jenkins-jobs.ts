import { JenkinsConnection, type JenkinsAddress } from './jenkins-connection.ts';
import { forbiddenAsUndefined, JenkinsError, notFoundAsUndefined } from './jenkins-error.ts';
import { JenkinsRequests } from './jenkins-requests.ts';
import { logRange } from './log-range.ts';
import type { ReplyValue } from './reply-value.ts';

const maxReplyLength = 32 * 1024 * 1024;
const idleTimeout = 30_000;

/** A stage of a build. */
export interface BuildStage {
  readonly name: string;
  /** As Jenkins says it, such as `SUCCESS` or `NOT_EXECUTED`. */
  readonly status: string;
  /** Milliseconds. */
  readonly duration: number;
}

export interface JobBuild {
  readonly number: number;
  /** Such as `SUCCESS`; undefined while it runs. */
  readonly result: string | undefined;
  /** Milliseconds. */
  readonly duration: number;
  readonly artifacts: readonly string[];
}

/**
 * The jobs of a controller that do not belong to Flowgate, by their full names, such as `team/app`. It changes nothing but
 * for `start`. Methods reject only with a `JenkinsError`.
 */
export class JenkinsJobs {
  readonly #connection: JenkinsConnection;
  readonly #requests: JenkinsRequests;

  private constructor(address: JenkinsAddress) {
    this.#connection = new JenkinsConnection(address, idleTimeout);
    this.#requests = new JenkinsRequests(this.#connection, maxReplyLength);
  }

  /** The caller closes it. */
  static open(address: JenkinsAddress): JenkinsJobs {
    return new JenkinsJobs(address);
  }

  close(): void {
    this.#connection.close();
  }

  /**
   * The full names of the jobs in a folder, folders included, each before what it contains. The branches of a multibranch job
   * do not count as jobs.
   * @param folder its full name; empty for the controller
   * @param tooDeep called with each folder whose jobs are left out, because it is inside too many others
   */
  async *names(folder = '', tooDeep?: (folder: string) => void, depth = 0): AsyncGenerator<string> {
    // Jenkins has no such folders; whatever answers in its place may have one that contains itself.
    if (depth > maxFolderDepth) {
      tooDeep?.(folder);
      return;
    }
    const reply = await notFoundAsUndefined(this.#requests.json({ path: pathOf(folder), tree: 'jobs[name]' }));
    if (reply === undefined || (folder !== '' && reply.get('_class').optionalText !== folderClass)) return;
    for (const job of reply.get('jobs').items) {
      const name = folder === '' ? job.get('name').text : `${folder}/${job.get('name').text}`;
      yield name;
      if (job.get('_class').optionalText === folderClass) yield* this.names(name, tooDeep, depth + 1);
    }
  }

  /** The `config.xml` of a job; undefined if there is no such job. */
  async config(name: string): Promise<string | undefined> {
    const reply = await notFoundAsUndefined(this.#requests.get({ path: `${pathOf(name)}/config.xml` }));
    if (reply?.truncated) throw new JenkinsError('broken-reply', `The config.xml of ${name} is too large.`);
    return reply?.bytes.toString('utf8');
  }

  /**
   * How the controller reads a declarative Jenkinsfile: the answer of `/pipeline-model-converter/toJson`. Undefined if it has no
   * such plugin, or does not let the account use it.
   */
  async pipelineModel(jenkinsfile: string): Promise<unknown> {
    const content = new URLSearchParams({ jenkinsfile }).toString();
    const body = { contentType: 'application/x-www-form-urlencoded', content };
    const answer = this.#requests.postForJson({ path: '/pipeline-model-converter/toJson', body });
    return (await forbiddenAsUndefined(notFoundAsUndefined(answer)))?.value;
  }

  /** The names of the parameters of a job. */
  async parameters(name: string): Promise<readonly string[]> {
    const tree = 'property[parameterDefinitions[name]]';
    const reply = await this.#requests.json({ path: pathOf(name), tree });
    const definitions = reply.get('property').items.flatMap((property) => property.get('parameterDefinitions').items);
    return definitions.map((definition) => definition.get('name').text);
  }

  /** The last finished build; undefined if no build has finished. */
  lastBuild(name: string): Promise<JobBuild | undefined> {
    return this.#build(`${pathOf(name)}/lastCompletedBuild`);
  }

  build(name: string, number: number): Promise<JobBuild | undefined> {
    return this.#build(`${pathOf(name)}/${number}`);
  }

  /** The stages of a build; undefined without the plugin that tells them (pipeline-rest-api). */
  async stages(name: string, number: number): Promise<readonly BuildStage[] | undefined> {
    const path = `${pathOf(name)}/${number}/wfapi/describe`;
    const reply = await notFoundAsUndefined(this.#requests.plainJson({ path }));
    return reply?.get('stages').items.map((stage) => ({
      name: stage.get('name').text,
      status: stage.get('status').text,
      duration: stage.get('durationMillis').number,
    }));
  }

  /** Requests a build without the quiet period. @returns its queue item */
  async start(name: string, parameters: ReadonlyMap<string, string>): Promise<number> {
    const hasParameters = (await this.parameters(name)).length > 0;
    const body = {
      contentType: 'application/x-www-form-urlencoded',
      content: new URLSearchParams([...parameters]).toString(),
    };
    const path = `${pathOf(name)}/${hasParameters ? 'buildWithParameters' : 'build'}`;
    const reply = await this.#requests.post({ path, query: { delay: '0sec' }, body }, [201, 303]);
    const item = /\/queue\/item\/([0-9]+)/.exec(reply.header('location') ?? '')?.[1];
    if (item !== undefined) return Number(item);
    throw new JenkinsError('broken-reply', 'Jenkins accepted a trigger without returning its queue item.');
  }

  /** The number of the build that a queue item became; undefined while it waits. */
  async buildOf(item: number): Promise<number | undefined> {
    const reply = await this.#requests.json({ path: `/queue/item/${item}`, tree: 'cancelled,executable[number]' });
    if (!reply.get('executable').isNull) return reply.get('executable').get('number').number;
    if (!reply.get('cancelled').isNull && reply.get('cancelled').boolean)
      throw new JenkinsError('rejected', 'The build was cancelled in the queue of Jenkins.');
    return undefined;
  }

  /** The log of a build that has ended. */
  async log(name: string, number: number): Promise<string> {
    const parts: string[] = [];
    for (let start = 0, more = true; more;) {
      const path = `${pathOf(name)}/${number}/logText/progressiveText`;
      const range = await logRange(await this.#requests.get({ path, query: { start: String(start) } }), start);
      parts.push(range.text);
      more = range.more && range.next > start;
      start = range.next;
    }
    return parts.join('');
  }

  /** The bytes of an artifact as they arrive. */
  async artifact(name: string, number: number, artifactPath: string): Promise<AsyncIterable<Uint8Array>> {
    const encoded = artifactPath.split('/').map(encodeURIComponent).join('/');
    return (await this.#requests.stream({ path: `${pathOf(name)}/${number}/artifact/${encoded}` })).body;
  }

  async #build(path: string): Promise<JobBuild | undefined> {
    const tree = 'number,building,result,duration,artifacts[relativePath]';
    const reply = await notFoundAsUndefined(this.#requests.json({ path, tree }));
    return reply && readBuild(reply);
  }
}

const maxFolderDepth = 32;
const folderClass = 'com.cloudbees.hudson.plugins.folder.Folder';

function readBuild(build: ReplyValue): JobBuild {
  const result = build.get('result').optionalText;
  return {
    number: build.get('number').number,
    // For a moment, a build is neither running nor has a result.
    result: build.get('building').boolean ? undefined : result,
    duration: build.get('duration').number,
    artifacts: build.get('artifacts').items.map((artifact) => artifact.get('relativePath').text),
  };
}

function pathOf(name: string): string {
  return name
    .split('/')
    .filter((part) => part !== '')
    .map((part) => `/job/${encodeURIComponent(part)}`)
    .join('');
}

import { folderConfig, jobConfig } from './config-xml.ts';
import { isSameConfig } from './is-same-config.ts';
import { JenkinsError, notFoundAsUndefined } from './jenkins-error.ts';
import type { CallOptions, JenkinsJob, PushResult } from './jenkins-gateway.ts';
import type { JenkinsRequests } from './jenkins-requests.ts';
import { jobName } from './job-name.ts';
import type { JobPaths } from './job-paths.ts';
import { childOf, parseXml, printXml, type XmlElement } from './xml-document.ts';

/** Creates and updates folders and jobs. */
export class JobWriter {
  readonly #requests: JenkinsRequests;
  readonly #paths: JobPaths;
  readonly #buildsToKeep: number;

  constructor(requests: JenkinsRequests, paths: JobPaths, buildsToKeep: number) {
    this.#requests = requests;
    this.#paths = paths;
    this.#buildsToKeep = buildsToKeep;
  }

  /** As `JenkinsGateway.pushJob`, without the URL. */
  async push(job: JenkinsJob, options: CallOptions): Promise<PushResult['change']> {
    const path = this.#paths.job(job.key);
    let stored = await this.#config(path, options);
    let change: PushResult['change'] = 'unchanged';
    for (let attempt = 0; attempt < 3; attempt++) {
      const expected = jobConfig(job, { buildsToKeep: this.#buildsToKeep, disabled: isDisabled(stored) });
      if (stored !== undefined && isSameConfig(stored, expected)) return change;
      if (stored === undefined) {
        await this.makeNamespace(job.key.namespace, options);
        await this.#create(this.#paths.namespace(job.key.namespace), jobName(job.key.id), expected, options);
        change = 'created';
      } else {
        await this.#post(`${path}/config.xml`, expected, options);
        if (change === 'unchanged') change = 'updated';
      }
      // Another process may have pushed in between, or deleted the job again.
      stored = await this.#config(path, options);
    }
    throw new JenkinsError(
      'broken-reply',
      `After three attempts, the configuration that Jenkins stores at ${path} still differs from the one that was sent.`,
    );
  }

  /** Creates the folder of a namespace, and its parents, if they do not exist. */
  async makeNamespace(namespace: string, options: CallOptions): Promise<void> {
    if (await this.#isThere(this.#paths.namespace(namespace), options)) return;
    let parent = '';
    for (const name of this.#paths.rootFolders) {
      const path = `${parent}/job/${encodeURIComponent(name)}`;
      if (!(await this.#isThere(path, options))) await this.#create(parent, name, folderConfig(name), options);
      parent = path;
    }
    await this.#create(parent, jobName(namespace), folderConfig(namespace), options);
  }

  async #create(folder: string, name: string, config: XmlElement, { signal }: CallOptions): Promise<void> {
    const path = `${folder}/job/${encodeURIComponent(name)}`;
    try {
      await this.#requests.post(
        { path: `${folder}/createItem`, query: { name }, body: xmlBody(config), signal },
        [200],
      );
    } catch (error) {
      // Another process created it first.
      if (error instanceof JenkinsError && error.status === 400 && (await this.#isThere(path, { signal }))) return;
      throw error;
    }
  }

  async #post(path: string, config: XmlElement, { signal }: CallOptions): Promise<void> {
    await this.#requests.post({ path, body: xmlBody(config), signal }, [200]);
  }

  async #isThere(path: string, { signal }: CallOptions): Promise<boolean> {
    return (await notFoundAsUndefined(this.#requests.json({ path, tree: 'name', signal }))) !== undefined;
  }

  async #config(path: string, { signal }: CallOptions): Promise<XmlElement | undefined> {
    const reply = await notFoundAsUndefined(this.#requests.get({ path: `${path}/config.xml`, signal }));
    if (reply === undefined) return undefined;
    const config = parseXml(reply.bytes.toString('utf8'));
    if (config === undefined)
      throw new JenkinsError(
        'broken-reply',
        `Jenkins' reply to GET ${path}/config.xml is not a configuration.`,
        reply.status,
      );
    return config;
  }
}

function isDisabled(stored: XmlElement | undefined): boolean {
  return childOf(stored, 'disabled')?.text.trim() === 'true';
}

// Without the charset Jenkins answers 500 if the configuration contains a non-ASCII character.
function xmlBody(config: XmlElement): { contentType: string; content: string } {
  return { contentType: 'application/xml; charset=utf-8', content: printXml(config) };
}

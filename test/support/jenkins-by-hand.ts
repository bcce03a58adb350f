import type { JenkinsAddress } from '../../src/engines/jenkins/client/jenkins-connection.ts';
import type { BuildKey } from '../../src/engines/jenkins/client/jenkins-gateway.ts';
import { JobPaths } from '../../src/engines/jenkins/client/job-paths.ts';
import type { FlowKey } from '../../src/language/flow/flow-key.ts';

/** A Jenkins as used with curl: for calls that Flowgate itself never makes. */
export class JenkinsByHand {
  readonly #url: string;
  readonly #authorization: string;
  readonly #paths: JobPaths;

  /** @param folder the folder of the flows' jobs */
  constructor({ url, user, token }: JenkinsAddress, folder = 'flows') {
    this.#url = url;
    this.#authorization = `Basic ${Buffer.from(`${user}:${token}`).toString('base64')}`;
    this.#paths = new JobPaths(folder);
  }

  /** @param place a path, or a URL from Jenkins */
  request(place: string, init: RequestInit = {}): Promise<Response> {
    const headers = {
      ...(init.headers as Readonly<Record<string, string>> | undefined),
      authorization: this.#authorization,
    }; // always plain objects
    return fetch(place.startsWith('/') ? this.#url + place : place, { redirect: 'manual', ...init, headers });
  }

  /** Removes a job with its builds. */
  async deleteJob(key: FlowKey): Promise<void> {
    await this.request(`${this.#paths.job(key)}/doDelete`, { method: 'POST' });
  }

  /** Creates an empty top-level folder if it does not exist. */
  async makeFolder(folder: string): Promise<void> {
    const headers = { 'content-type': 'application/xml; charset=utf-8' };
    await this.request(`/createItem?name=${folder}`, {
      method: 'POST',
      body: '<com.cloudbees.hudson.plugins.folder.Folder/>',
      headers,
    });
  }

  /** Removes a top-level folder, with everything in it. */
  async deleteFolder(folder: string): Promise<void> {
    await this.request(`/job/${folder}/doDelete`, { method: 'POST' });
  }

  /** The whole log of a build, without hidden notes. */
  async consoleText(build: BuildKey): Promise<string> {
    return (await this.request(`${this.#paths.build(build)}/consoleText`)).text();
  }
}

import { setTimeout as wait } from 'node:timers/promises';
import { controllerUnderTest, ownFolder } from './controller-under-test.ts';
import { JenkinsByHand } from './jenkins-by-hand.ts';

/** An ended build of the controller under test. */
export interface RealBuild {
  readonly url: string;
  readonly result: string;
  readonly description: string | null;
  /** The whole log. */
  readonly console: string;
}

/**
 * The controller that `npm run test:jenkins` uses, from JENKINS_URL, JENKINS_USER and JENKINS_TOKEN, accessed as with
 * curl. Everything it creates is in one folder, which `removeAll` deletes.
 */
export class RealJenkins {
  readonly #jenkins = new JenkinsByHand(controllerUnderTest());
  readonly #folder = ownFolder();
  #isFolderMade = false;

  /** The output of the declarative linter; `Jenkinsfile successfully validated.` if it found no error. */
  async lint(jenkinsfile: string): Promise<string> {
    const response = await this.#post('/pipeline-model-converter/validate', new URLSearchParams({ jenkinsfile }));
    return (await response.text()).trim();
  }

  /** Creates a secret text in the folder; its ID is the name. */
  async makeSecret(id: string, secret: string): Promise<void> {
    await this.#makeFolder();
    const credential = {
      scope: 'GLOBAL',
      id,
      secret,
      description: '',
      $class: 'org.jenkinsci.plugins.plaincredentials.impl.StringCredentialsImpl',
    };
    const json = JSON.stringify({ '': '0', credentials: credential });
    await this.#post(
      `/job/${this.#folder}/credentials/store/folder/domain/_/createCredentials`,
      new URLSearchParams({ json }),
    );
  }

  /** Creates a job from a Jenkinsfile, starts one build and waits for its end. */
  async run(
    name: string,
    jenkinsfile: string,
    options: { parameters?: Record<string, string>; abortAfter?: number } = {},
  ): Promise<RealBuild> {
    await this.#makeFolder();
    const job = `/job/${this.#folder}/job/${name}`;
    await this.#post(
      `/job/${this.#folder}/createItem?name=${name}`,
      configXml(jenkinsfile, Object.keys(options.parameters ?? {})),
      'application/xml; charset=utf-8',
    );
    await this.#post(
      `${job}/buildWithParameters?delay=0sec`,
      new URLSearchParams({ ...options.parameters, FLOWGATE_STARTED_BY: 'test' }),
    );
    if (options.abortAfter !== undefined) {
      await wait(options.abortAfter);
      await this.#post(`${job}/1/stop`, '');
    }
    return this.#finished(job);
  }

  async removeAll(): Promise<void> {
    if (this.#isFolderMade) await this.#jenkins.deleteFolder(this.#folder);
  }

  async #finished(job: string): Promise<RealBuild> {
    for (;;) {
      const response = await this.#jenkins.request(`${job}/1/api/json?tree=building,result,description,url`);
      if (response.ok) {
        const build = (await response.json()) as {
          building: boolean;
          result: string | null;
          description: string | null;
          url: string;
        };
        if (!build.building && build.result !== null) {
          const console = await (await this.#jenkins.request(`${job}/1/consoleText`)).text();
          // A build that is no longer building can still change its result; the last line of its log is final.
          const result = /^Finished: (\w+)\s*$/m.exec(console.slice(-200))?.[1];
          if (result !== undefined) return { ...build, result, console };
        }
      }
      await wait(300);
    }
  }

  async #makeFolder(): Promise<void> {
    if (this.#isFolderMade) return;
    this.#isFolderMade = true;
    await this.#jenkins.makeFolder(this.#folder);
  }

  async #post(path: string, body: URLSearchParams | string, contentType?: string): Promise<Response> {
    const headers: Record<string, string> = contentType === undefined ? {} : { 'content-type': contentType };
    const response = await this.#jenkins.request(path, { method: 'POST', body, headers });
    if (response.status >= 400)
      throw new Error(`${path} answered ${response.status}: ${(await response.text()).slice(0, 2000)}`);
    return response;
  }
}

/** XML 1.0, because a raw `]` in an XML 1.1 document may be duplicated when Jenkins reads it back. */
function configXml(jenkinsfile: string, parameters: readonly string[]): string {
  const definitions = [...parameters, 'FLOWGATE_STARTED_BY'].map(
    (name) =>
      `<hudson.model.StringParameterDefinition><name>${name}</name><trim>false</trim></hudson.model.StringParameterDefinition>`,
  );
  return `<?xml version="1.0" encoding="UTF-8"?><flow-definition><properties><hudson.model.ParametersDefinitionProperty><parameterDefinitions>${definitions.join('')}</parameterDefinitions></hudson.model.ParametersDefinitionProperty></properties><definition class="org.jenkinsci.plugins.workflow.cps.CpsFlowDefinition"><script>${escapeXml(jenkinsfile)}</script><sandbox>true</sandbox></definition></flow-definition>`;
}

function escapeXml(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll(']', '&#93;');
}

import { setTimeout as pause } from 'node:timers/promises';
import type { JenkinsByHand } from '../../test/support/jenkins-by-hand.ts';

/** A pipeline job that a user creates in Jenkins, with one parameter. */
export class HandMadeJob {
  readonly #jenkins: JenkinsByHand;
  readonly #path: string;
  #builds = 0;

  /** @param place `folder`: an existing top-level folder @param options `isFast`: durability PERFORMANCE_OPTIMIZED */
  static async make(
    jenkins: JenkinsByHand,
    place: { readonly folder: string; readonly name: string },
    pipeline: string,
    options: { readonly isFast: boolean },
  ): Promise<HandMadeJob> {
    const answer = await jenkins.request(`/job/${place.folder}/createItem?name=${place.name}`, {
      method: 'POST',
      body: configXml(pipeline, options),
      headers: { 'content-type': 'application/xml; charset=utf-8' },
    });
    if (!answer.ok) throw new Error(`Jenkins did not create the job ${place.name}: ${answer.status}`);
    return new HandMadeJob(jenkins, `/job/${place.folder}/job/${place.name}`);
  }

  private constructor(jenkins: JenkinsByHand, path: string) {
    this.#jenkins = jenkins;
    this.#path = path;
  }

  /** Starts a build and polls it until it has ended. @returns the path of the build */
  async run({ every }: { readonly every: number }): Promise<string> {
    await this.#jenkins.request(`${this.#path}/buildWithParameters?delay=0sec`, {
      method: 'POST',
      body: new URLSearchParams({ WHO: `round ${this.#builds}` }),
    });
    const build = `${this.#path}/${++this.#builds}`;
    for (;;) {
      const answer = await this.#jenkins.request(`${build}/api/json?tree=building,result`);
      if (answer.ok) {
        const { building, result } = (await answer.json()) as { building: boolean; result: string | null }; // the response of Jenkins
        if (!building && result !== null) return build;
      }
      await pause(every);
    }
  }
}

function configXml(pipeline: string, { isFast }: { readonly isFast: boolean }): string {
  const parameter =
    '<hudson.model.ParametersDefinitionProperty><parameterDefinitions><hudson.model.StringParameterDefinition><name>WHO</name><trim>false</trim></hudson.model.StringParameterDefinition></parameterDefinitions></hudson.model.ParametersDefinitionProperty>';
  const durability = isFast
    ? '<org.jenkinsci.plugins.workflow.job.properties.DurabilityHintJobProperty><hint>PERFORMANCE_OPTIMIZED</hint></org.jenkinsci.plugins.workflow.job.properties.DurabilityHintJobProperty>'
    : '';
  const script = pipeline.replaceAll('&', '&amp;').replaceAll('<', '&lt;');
  return `<?xml version="1.0" encoding="UTF-8"?><flow-definition><properties>${parameter}${durability}</properties><definition class="org.jenkinsci.plugins.workflow.cps.CpsFlowDefinition"><script>${script}</script><sandbox>true</sandbox></definition></flow-definition>`;
}

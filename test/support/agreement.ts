import { JenkinsOutcomes } from './jenkins-outcomes.ts';
import { LocalOutcomes } from './local-outcomes.ts';
import type { AgreementCase, Outcome } from './outcome.ts';

/** Runs flows on both engines: their Jenkinsfiles in a JVM, and their plans in this process. Close it when done. */
export class Agreement {
  readonly #local = new LocalOutcomes();
  readonly #jenkins = new JenkinsOutcomes(this.#local);

  async run(request: AgreementCase): Promise<{ readonly onJenkins: Outcome; readonly here: Outcome }> {
    return { onJenkins: await this.#jenkins.run(request), here: await this.#local.run(request) };
  }

  close(): void {
    this.#jenkins.close();
    this.#local.close();
  }
}

import { join } from 'node:path';
import { groovyCommand } from '../support/groovy-command.ts';
import { MiniJenkinsJvm } from '../support/mini-jenkins.ts';
import type { StepRun } from './repository.ts';

/** A call of a step of integrations/jenkins in a pipeline. */
export interface StepCall {
  readonly options: object;
  /** The variables of the build. */
  readonly env?: object;
  /** The secret text of every credential. */
  readonly secret?: string;
  /** Where `sh` runs, and with which variables; as this process by default. */
  readonly folder?: string;
  readonly variables?: Readonly<Record<string, string>>;
}

/** Runs a step again and again, in one JVM. */
export class StepRunner {
  readonly #file: string;
  readonly #jvm: MiniJenkinsJvm;

  /** @param name that of the step */
  constructor(name: string) {
    this.#file = join(import.meta.dirname, `../../integrations/jenkins/vars/${name}.groovy`);
    const classes = join(import.meta.dirname, '../support/jenkins-classes');
    this.#jvm = new MiniJenkinsJvm(groovyCommand(join(import.meta.dirname, 'run-step.groovy'), [classes]));
  }

  async run(call: StepCall): Promise<StepRun> {
    return (await this.#jvm.ask({ env: {}, ...call, file: this.#file })) as unknown as StepRun; // as run-step.groovy writes it
  }

  close(): void {
    this.#jvm.kill();
  }
}

import type { JenkinsGateway } from '../../engine/jenkins/jenkins-gateway.ts';
import { credentialPrefix, executionOfCredential } from '../builds/build-plan.ts';
import { isFinal } from '../record/execution-state.ts';
import type { ExecutionStore } from '../record/execution-store.ts';

/** Removes the credentials of executions that have ended from Jenkins, when whoever should have done it died (DESIGN 9.6). */
export class CredentialSweeper {
  readonly #gateway: JenkinsGateway;
  readonly #store: ExecutionStore;

  constructor(gateway: JenkinsGateway, store: ExecutionStore) {
    this.#gateway = gateway;
    this.#store = store;
  }

  /** Leaves everything alone whose name Flowgate did not make. @throws {JenkinsError} */
  async sweep(): Promise<void> {
    for (const { namespace, id } of await this.#gateway.listSecrets(credentialPrefix)) {
      const executionId = executionOfCredential(id);
      if (executionId === undefined) continue;
      const record = await this.#store.read(executionId);
      if (record === undefined || isFinal(record.state)) await this.#gateway.deleteSecret(namespace, id);
    }
  }
}

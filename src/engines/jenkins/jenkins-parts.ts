import type { EnginePorts } from '../../store/executions/execution-ports.ts';
import type { RedisPushedJobs } from '../../store/executions/redis/redis-pushed-jobs.ts';
import type { SecretVault } from '../../store/executions/secret-vault.ts';
import type { ControllerStates } from '../controllers/controller-states.ts';
import type { Controller, JenkinsController } from '../controllers/controller.ts';
import type { EngineWorkDeps } from '../engine.ts';
import type { CallBudget } from './call-budget.ts';
import type { JenkinsGateway } from './client/jenkins-gateway.ts';
import type { ControllerIdentity } from './controller/controller-identity.ts';
import type { JobDefinitions } from './jobs/job-definitions.ts';

/** The parts of the engine, including in a process that only serves requests. */
export interface JenkinsEngineDeps extends EnginePorts {
  readonly controller: Controller;
  /** The one that its executions go to while it is down and nothing was asked of it. */
  readonly fallback?: JenkinsController | undefined;
  /** The names of those besides it. */
  readonly otherControllers: readonly string[];
  readonly gateway: JenkinsGateway;
  readonly identity: Pick<ControllerIdentity, 'confirmed' | 'usable'>;
  readonly states: ControllerStates;
  readonly jobs: RedisPushedJobs;
  /** Limits the repeated Jenkins calls of this process. */
  readonly calls: CallBudget;
  /** The credentials that a namespace may use as secrets, `<namespace>/<credential id>`. */
  readonly credentials: readonly string[];
  readonly definitions: JobDefinitions;
  readonly now: () => Date;
  /** Closes the gateway. */
  readonly close: () => void;
}

/** The dependencies of all classes that work in the background. Each class picks those that it uses. */
export interface JenkinsParts extends JenkinsEngineDeps, EngineWorkDeps {
  readonly vault: SecretVault;
}

/** The members of one dependency that a class uses. */
export type PartOf<Name extends keyof JenkinsParts, Members extends keyof JenkinsParts[Name]> = {
  readonly [Key in Name]: Pick<JenkinsParts[Name], Members>;
};

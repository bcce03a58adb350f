import type { JenkinsJob } from '../jenkins/jenkins-gateway.ts';
import type { ExecutionRecord } from './execution-record.ts';

/** Everything that a build of an execution needs. */
export interface BuildPlan {
  readonly job: JenkinsJob;
  /** Which script the build must find when it starts. */
  readonly digest: string;
  /** All parameters but those of secrets. */
  readonly parameters: ReadonlyMap<string, string>;
  readonly secrets: readonly PlannedSecret[];
}

/** The parameter holds the id of a credential: of one that is made for this execution, or of one that is there. */
export type PlannedSecret = { readonly parameter: string } & ({ readonly value: string } | { readonly credential: string });

/** Makes the plan of an accepted execution; the same execution always gives the same plan. */
export interface BuildPlanner {
  /** @throws {AppError} when the flow can no longer be run, with the reason; `store-unavailable` */
  plan(record: ExecutionRecord): Promise<BuildPlan>;
}

/** What the ids of all credentials begin with that Flowgate makes in Jenkins. */
export const credentialPrefix = 'flowgate-';

/** The id of the credential that hands a secret to the build of one execution. */
export function credentialId(executionId: string, parameter: string): string {
  return `${credentialPrefix}${executionId}-${parameter.toLowerCase().replace(/[^a-z0-9]+/g, '-')}`;
}

/** The execution that a credential was made for; undefined for one that Flowgate did not make. */
export function executionOfCredential(id: string): string | undefined {
  return /^flowgate-([0-9A-HJKMNP-TV-Z]{26})-/.exec(id)?.[1];
}

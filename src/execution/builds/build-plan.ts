import type { JenkinsJob } from '../../engine/jenkins/jenkins-gateway.ts';
import type { ExecutionRecord } from '../record/execution-record.ts';

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
export type PlannedSecret = { readonly parameter: string } & (
  { readonly value: string } | { readonly credential: string }
);

/** Makes the plan of an accepted execution; the same execution always gives the same plan. */
export interface BuildPlanner {
  /** @throws {AppError} when the flow can no longer be run, with the reason; `store-unavailable` */
  plan(record: ExecutionRecord): Promise<BuildPlan>;
}

/** What the ids of all credentials begin with that Flowgate makes in Jenkins. */
export const credentialPrefix = 'flowgate-';

/** A secret text in Jenkins. */
export interface Credential {
  readonly id: string;
  readonly value: string;
}

/** How many lines a secret may have: each becomes a credential, which Jenkins takes some milliseconds to make. */
export const maxSecretLines = 200;

/**
 * The credentials that hand a secret to the build of one execution: the whole value, and each line of a longer text, for
 * Jenkins masks that only as a whole (docs/explanation/secrets.md). The id of the whole tells the build how many lines
 * there are: `flowgate-<execution>-<parameter>.2` comes with `...2.1` and `...2.2`.
 */
export function credentialsOf(
  executionId: string,
  parameter: string,
  value: string,
): { readonly whole: Credential; readonly lines: readonly Credential[] } {
  const base = `${credentialPrefix}${executionId}-${parameter.toLowerCase().replace(/[^a-z0-9]+/g, '-')}`;
  const lines = secretLines(value);
  const id = lines.length === 0 ? base : `${base}.${lines.length}`;
  return { whole: { id, value }, lines: lines.map((line, index) => ({ id: `${id}.${index + 1}`, value: line })) };
}

// Jenkins masks nothing shorter.
const shortestLine = 3;

/** The different lines of a text of several lines that can be masked, without the white space around them. */
function secretLines(value: string): readonly string[] {
  const lines = value.split(/[\r\n]+/);
  if (lines.length === 1) return [];
  return [...new Set(lines.map((line) => line.trim()))].filter((line) => line.length >= shortestLine);
}

/** Whether each line of a secret can be masked. */
export function canBeHandedOver(value: string): boolean {
  return secretLines(value).length <= maxSecretLines;
}

/** The execution that a credential was made for; undefined for one that Flowgate did not make. */
export function executionOfCredential(id: string): string | undefined {
  return /^flowgate-([0-9A-HJKMNP-TV-Z]{26})-/.exec(id)?.[1];
}

import { inputVariable } from '../../../language/expressions/reference.ts';

/** A parameter of a Jenkins job, whether a Jenkinsfile or a config.xml declares it. */
export type JobParameter = { readonly name: string; readonly description: string } & (
  | { readonly kind: 'string' | 'text'; readonly defaultValue: string }
  | { readonly kind: 'booleanParam'; readonly defaultValue: boolean }
  /** The first choice is the default. */
  | { readonly kind: 'choice'; readonly choices: readonly string[] }
  /**
   * Its value is the id of a credential of the kind "secret text"; so is `defaultValue`, which is empty if there is
   * none.
   */
  | { readonly kind: 'credentials'; readonly defaultValue: string; readonly required: boolean }
);

/** Names of the parameters that Flowgate itself sets; the scripts in `templates/runtime` use the same ones. */
export const protocolParameters = {
  /** The execution; empty for a build that is started by hand. */
  execution: 'FLOWGATE_EXECUTION_ID',
  /** The inputs that have a value, as `asciiJson`. */
  inputs: 'FLOWGATE_INPUTS',
  /** The digest of the script to run. */
  digest: 'FLOWGATE_DIGEST',
  /** Where the build begins and what it gets from the tasks before, as `asciiJson`; only scripts that can begin later have it. */
  segment: 'FLOWGATE_SEGMENT',
  /** The id of the credential with the URL of the files to put back, if there are any. */
  keptFiles: 'FLOWGATE_KEPT',
} as const;

/** The parameter for the id of a credential with the value of a secret input. */
export function secretParameter(inputId: string): string {
  return `FLOWGATE_SECRET_${inputVariable(inputId)}`;
}

/** The parameter for the id of a credential with the URL of a file. */
export function fileParameter(inputId: string): string {
  return `FLOWGATE_FILE_${inputVariable(inputId)}`;
}

/** The Java class of a "secret text", the only kind of credential that Flowgate uses. */
export const secretTextClass = 'org.jenkinsci.plugins.plaincredentials.impl.StringCredentialsImpl';

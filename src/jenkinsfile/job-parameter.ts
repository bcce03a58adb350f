import { inputVariable } from '../language/expressions/reference.ts';

/** A parameter of a Jenkins job, independent of whether a Jenkinsfile or a config.xml declares it. */
export type JobParameter = { readonly name: string; readonly description: string } & (
  | { readonly kind: 'string' | 'text'; readonly defaultValue: string }
  | { readonly kind: 'booleanParam'; readonly defaultValue: boolean }
  /** The first choice is the default. */
  | { readonly kind: 'choice'; readonly choices: readonly string[] }
  /** Its value is the id of a credential of the kind "secret text"; `defaultValue` too, empty where there is none. */
  | { readonly kind: 'credentials'; readonly defaultValue: string; readonly required: boolean }
);

/** Names of what Flowgate itself tells a build; the scripts in `templates/runtime` read the same ones. */
export const protocolParameters = {
  /** The execution; empty for a build that is started by hand. */
  execution: 'FLOWGATE_EXECUTION_ID',
  /** Ids of the inputs that have a value, with commas between them. */
  inputs: 'FLOWGATE_INPUTS',
  /** Of the script that shall run. */
  digest: 'FLOWGATE_DIGEST',
} as const;

/** The parameter whose value is the id of a credential with the value of a SECRET input. */
export function secretParameter(inputId: string): string {
  return `FLOWGATE_SECRET_${inputVariable(inputId)}`;
}

/** The parameter whose value is the id of a credential with the URL of a file. */
export function fileParameter(inputId: string): string {
  return `FLOWGATE_FILE_${inputVariable(inputId)}`;
}

/** The Java class of a "secret text", the only kind of credential that Flowgate uses. */
export const secretTextClass = 'org.jenkinsci.plugins.plaincredentials.impl.StringCredentialsImpl';

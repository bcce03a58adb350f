import { randomBytes } from 'node:crypto';

/*
 * The names under which the secrets of an execution are stored. The value of a secret input has the input's ID. Two
 * other kinds are treated alike: sealed, masked in every log, and deleted in the step in which the execution ends
 * (docs/explanation/secrets.md, docs/reference/files.md).
 */

const filePrefix = 'file:';
const defaultPrefix = 'default:';

/** The name of the token with which an agent downloads an input's file; no input has such an ID. */
export function fileSecret(inputId: string): string {
  return `${filePrefix}${inputId}`;
}

/** The input whose download token a secret is; undefined for any other secret. */
export function inputOfFileSecret(name: string): string | undefined {
  return name.startsWith(filePrefix) ? name.slice(filePrefix.length) : undefined;
}

/** Cannot be guessed, and needs no escaping in a URL. */
export function newFileToken(): string {
  return randomBytes(24).toString('base64url');
}

/** The name for a secret default of a called flow, from the parameter that passes it; no input has such an ID. */
export function calledSecret(parameter: string): string {
  return `${defaultPrefix}${parameter}`;
}

/** The parameter of such a default; undefined for any other secret. */
export function parameterOfCalledSecret(name: string): string | undefined {
  return name.startsWith(defaultPrefix) ? name.slice(defaultPrefix.length) : undefined;
}

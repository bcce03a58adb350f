import { randomBytes } from 'node:crypto';

/*
 * The names under which an execution keeps its secrets. The value of a SECRET input has the input's id. Two others are
 * kept like it: sealed, masked in every log, and forgotten in the same step in which the execution ends
 * (docs/explanation/secrets.md, docs/reference/files.md).
 */

const filePrefix = 'file:';
const defaultPrefix = 'default:';

/** What the token with which the worker fetches an input's file is kept under; no input has such an id. */
export function fileSecret(inputId: string): string {
  return `${filePrefix}${inputId}`;
}

/** The input whose file a secret is the token of; undefined for any other secret. */
export function inputOfFileSecret(name: string): string | undefined {
  return name.startsWith(filePrefix) ? name.slice(filePrefix.length) : undefined;
}

/** Unguessable, and plain in a URL. */
export function newFileToken(): string {
  return randomBytes(24).toString('base64url');
}

/** What the default of a called flow's SECRET is kept under, by the parameter that hands it over; no input has such an id. */
export function calledSecret(parameter: string): string {
  return `${defaultPrefix}${parameter}`;
}

/** The parameter of such a default; undefined for any other secret. */
export function parameterOfCalledSecret(name: string): string | undefined {
  return name.startsWith(defaultPrefix) ? name.slice(defaultPrefix.length) : undefined;
}

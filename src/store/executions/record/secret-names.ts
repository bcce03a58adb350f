import { randomBytes } from 'node:crypto';
import { inputVariable } from '../../../language/expressions/reference.ts';

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

/** An unguessable token that needs no escaping in a URL. */
export function newFileToken(): string {
  return randomBytes(24).toString('base64url');
}

/**
 * The name for a secret default of a called flow; no input has such an ID. Its form is that of the parameter in Jenkins:
 * workers of 0.2.0 pass it on.
 * @param number counts the defaults of an execution, from 1
 */
export function calledSecret(number: number, inputId: string): string {
  return `${defaultPrefix}FLOWGATE_DEFAULT_${number}_${inputVariable(inputId)}`;
}

/** Whether a secret is such a default. It is stored only to mask it, because an engine finds its value in the flow. */
export function isCalledSecret(name: string): boolean {
  return name.startsWith(defaultPrefix);
}

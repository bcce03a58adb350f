/*
 * The default of a SECRET of a called flow is kept like a secret of the execution, under the parameter that hands it over.
 */

const prefix = 'default:';

/** What such a default is kept under; no input has such an id. */
export function calledSecret(parameter: string): string {
  return `${prefix}${parameter}`;
}

/** The parameter of such a default; undefined for any other secret. */
export function parameterOfCalledSecret(name: string): string | undefined {
  return name.startsWith(prefix) ? name.slice(prefix.length) : undefined;
}

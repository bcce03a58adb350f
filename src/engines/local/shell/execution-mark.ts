import { createHash } from 'node:crypto';
import { isAbsolute, parse, resolve } from 'node:path';

/**
 * The variable with the marker of an execution, in the environment of the programs around scripts but not of scripts.
 */
export const markVariable = 'FLOWGATE_LOCAL_RUN';

/**
 * Marks the processes of an execution, so that they are found even after a crash.
 * @param folder the folder of the execution
 * @throws {TypeError} for a folder that no execution can own, because everything in it is removed
 */
export function executionMark(folder: string): string {
  if (!isAbsolute(folder) || resolve(folder) === parse(folder).root)
    throw new TypeError(`An execution needs a folder of its own; ${folder} is not one`);
  return createHash('sha256').update(resolve(folder)).digest('hex').slice(0, 16);
}

/** The private folder of a script, relative to its workspace. Every process of the script has it in its environment. */
export function scriptFolder(mark: string, number: number | ''): string {
  return `.flowgate/scripts/${mark}-${number}`;
}

import { createHash } from 'node:crypto';
import { resolve } from 'node:path';

/** The variable with the mark of an execution in the environment of the programs around scripts; scripts lack it. */
export const markVariable = 'FLOWGATE_LOCAL_RUN';

/**
 * Marks what belongs to an execution, so that its processes are found even after a crash.
 * @param folder the folder of the execution
 */
export function executionMark(folder: string): string {
  return createHash('sha256').update(resolve(folder)).digest('hex').slice(0, 16);
}

/** The private folder of a script, relative to its workspace. Every process of the script has it in its environment. */
export function scriptFolder(mark: string, number: number | ''): string {
  return `.flowgate/scripts/${mark}-${number}`;
}

import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';

/** The folder of package.json. */
export const projectFolder = fileURLToPath(new URL('../..', import.meta.url));

/** Thrown when a requirement is missing; the message is a sentence that explains how to get it. */
export class SetupError extends Error {}

/**
 * Runs a program to its end, with its output on stderr, because stdout is reserved for results.
 * Throws a SetupError with the purpose if the program fails.
 */
export function runSetupStep(purpose, program, args, environment = {}) {
  process.stderr.write(`flowgate: ${purpose}\n`);
  const { status, error } = spawnSync(program, args, {
    cwd: projectFolder,
    env: { ...process.env, ...environment },
    stdio: ['ignore', 2, 2],
  });
  if (status !== 0) {
    const reason = error ? error.message : `\`${[program, ...args].join(' ')}\` exited with status ${status}`;
    throw new SetupError(`${purpose} failed (${reason}); see its output above.`);
  }
}

/** Runs Node.js in the project folder with inherited output, and returns the exit status. */
export function runNode(args) {
  return spawnSync(process.execPath, args, { cwd: projectFolder, stdio: ['ignore', 'inherit', 'inherit'] }).status ?? 1;
}

/** Exits with the message of a SetupError; other errors are defects and are printed with their stack. */
export function exitWithError(error) {
  process.stderr.write(error instanceof SetupError ? `flowgate: ${error.message}\n` : `${error?.stack ?? error}\n`);
  process.exit(1);
}

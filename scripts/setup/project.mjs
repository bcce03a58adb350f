import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';

/** The folder that holds package.json. */
export const projectFolder = fileURLToPath(new URL('../..', import.meta.url));

/** Something this machine or checkout lacks; the message is one sentence that says how to get it. */
export class SetupFault extends Error {}

/**
 * Runs a program to its end, with its output on stderr, because stdout belongs to what the caller is asked for.
 * Throws a SetupFault that names the purpose when the program fails.
 */
export function runSetupStep(purpose, program, args, environment = {}) {
  process.stderr.write(`flowgate: ${purpose}\n`);
  const { status, error } = spawnSync(program, args, {
    cwd: projectFolder,
    env: { ...process.env, ...environment },
    stdio: ['ignore', 2, 2],
  });
  if (status !== 0) {
    const reason = error ? error.message : `\`${[program, ...args].join(' ')}\` ended with status ${status}`;
    throw new SetupFault(`${purpose}: this failed (${reason}); its messages stand above.`);
  }
}

/** Runs Node in the project with the caller's output, and tells the exit status. */
export function runNode(args) {
  return spawnSync(process.execPath, args, { cwd: projectFolder, stdio: ['ignore', 'inherit', 'inherit'] }).status ?? 1;
}

/** Ends the process with the sentence of a SetupFault; anything else is a defect and keeps its stack. */
export function endWithFault(fault) {
  process.stderr.write(fault instanceof SetupFault ? `flowgate: ${fault.message}\n` : `${fault?.stack ?? fault}\n`);
  process.exit(1);
}

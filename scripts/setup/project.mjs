import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import * as nodeModule from 'node:module';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** The folder of package.json. */
export const projectFolder = fileURLToPath(new URL('../..', import.meta.url));

/** Whether this is a clone; the npm package and the image contain only built files. */
export const hasSources = existsSync(join(projectFolder, 'src'));

/** The types of openapi.yaml: read only by the compiler, ignored by git. */
export const contractTypesFile = join('src', 'faces', 'api-client', 'openapi-types.ts');

/** Thrown when a requirement is missing; the message is a sentence that explains how to get it. */
export class SetupError extends Error {}

/**
 * Runs a program to completion, with its output on stderr, because stdout is reserved for results.
 * Throws a SetupError with the purpose if the program fails.
 */
export function runSetupStep(purpose, program, args, environment = {}) {
  process.stderr.write(`flowgate: ${purpose}\n`);
  const { status, error } = spawnSync(program, args, {
    cwd: projectFolder,
    env: { ...process.env, ...environment },
    stdio: ['ignore', 2, 2],
    shell: process.platform === 'win32' && program === 'npm', // a script of cmd.exe there
  });
  if (status !== 0) {
    const reason = error ? error.message : `\`${[program, ...args].join(' ')}\` exited with status ${status}`;
    throw new SetupError(`${purpose} failed (${reason}); see its output above.`);
  }
}

/**
 * Lets Node.js 22 and later keep compiled code for the next start. By default, that is in the folder for temporary
 * files, which all users share. Does nothing where this user cannot write to Flowgate's folder.
 */
export function cacheCompiledCode() {
  nodeModule.enableCompileCache?.(join(projectFolder, 'node_modules', '.cache', 'compiled'));
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

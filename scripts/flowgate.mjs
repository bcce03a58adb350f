#!/usr/bin/env node
// `npx flowgate`: the command line, rebuilt first if the sources have changed. Only results go to stdout.
import { resolve } from 'node:path';
import { ensureCompiledProgram } from './setup/compiled-program.mjs';
import { checkNodeVersion } from './setup/node-version.mjs';
import { exitWithError, projectFolder } from './setup/project.mjs';

try {
  checkNodeVersion();
  await ensureCompiledProgram();
} catch (error) {
  exitWithError(error);
}

for (const stream of [process.stdout, process.stderr]) {
  stream.on('error', (error) => {
    // `flowgate validate ... | head -1` closes the pipe early, which is not an error.
    if (error.code === 'EPIPE') process.exit();
    throw error;
  });
}
// npx changes to the project folder first; INIT_CWD contains the original folder.
const isMovedByNpx = process.env.npm_command === 'exec' && resolve(projectFolder) === process.cwd();

const { runCommandLine } = await import('../dist/src/cli/run-command-line.js');
process.exitCode = await runCommandLine(process.argv.slice(2), {
  environment: process.env,
  workingDirectory: (isMovedByNpx && process.env.INIT_CWD) || process.cwd(),
  stdin: process.stdin,
  stdout: process.stdout,
  stderr: process.stderr,
  onInterrupt: (listener) => {
    process.once('SIGINT', listener);
    return () => process.off('SIGINT', listener);
  },
  serve: () => import('../dist/src/main.js'),
});

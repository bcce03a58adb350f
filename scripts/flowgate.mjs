#!/usr/bin/env node
// The command `flowgate`. In a clone, it is rebuilt first if the sources have changed. Only results go to stdout.
import { closeSync } from 'node:fs';
import { resolve } from 'node:path';
import { isatty } from 'node:tty';
import { checkNodeVersion } from './setup/node-version.mjs';
import { cacheCompiledCode, exitWithError, hasSources, projectFolder } from './setup/project.mjs';

try {
  checkNodeVersion();
  // The npm package contains only built code.
  if (hasSources) await (await import('./setup/compiled-program.mjs')).ensureCompiledProgram();
} catch (error) {
  exitWithError(error);
}

const stopSignals = ['SIGINT', 'SIGTERM', 'SIGHUP'];
// Node.js restores the terminal at its end, and aborts if that was closed.
const terminals = [0, 1, 2].filter((descriptor) => isatty(descriptor));
process.once('exit', () => terminals.filter(isHungUp).forEach((descriptor) => closeSync(descriptor)));
let isClosed = false;
let isServing = false;
for (const stream of [process.stdout, process.stderr]) {
  stream.on('error', (error) => {
    // The terminal was closed; running work ends in its own way. A server continues without its output.
    if (error.code === 'EIO' || isServing) return;
    if (error.code !== 'EPIPE') throw error;
    // `flowgate validate ... | head -1` closes the pipe early, which is not an error.
    if (process.listenerCount('SIGTERM') === 0) process.exit();
    if (!isClosed) process.emit('SIGTERM');
    isClosed = true;
  });
}
// npx changes to the project folder first; INIT_CWD contains the original folder.
const isMovedByNpx = process.env.npm_command === 'exec' && resolve(projectFolder) === process.cwd();

cacheCompiledCode();
const { runCommandLine } = await import('../dist/src/faces/cli/run-command-line.js');
process.exitCode = await runCommandLine(process.argv.slice(2), {
  environment: process.env,
  workingDirectory: (isMovedByNpx && process.env.INIT_CWD) || process.cwd(),
  stdin: process.stdin,
  stdout: process.stdout,
  binaryStdout: process.stdout,
  stderr: process.stderr,
  onInterrupt: (listener) => {
    process.once('SIGINT', listener);
    return () => process.off('SIGINT', listener);
  },
  onStop: (listener) => {
    for (const signal of stopSignals) process.on(signal, listener);
    return () => stopSignals.forEach((signal) => process.off(signal, listener));
  },
  serve: () => {
    isServing = true;
    return import('../dist/src/main.js');
  },
});

function isHungUp(descriptor) {
  return !isatty(descriptor);
}

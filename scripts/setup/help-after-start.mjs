import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { hasSources, projectFolder } from './project.mjs';

/** Gives the server time to start first. */
const delay = 3_000;
// Far more than a build prints.
const maxOutput = 64 * 1024;

/** Builds the documentation while this process runs the server, once that has started. */
export function buildHelpAfterStart() {
  const canBuild = hasSources && existsSync(join(projectFolder, 'node_modules', 'vitepress'));
  if (canBuild) setTimeout(startBuild, delay).unref();
}

function startBuild() {
  // In its own process group, so that the whole build ends with this process.
  const build = spawn(process.execPath, [join('scripts', 'build-help.mjs')], {
    cwd: projectFolder,
    detached: process.platform !== 'win32',
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  const end = () => {
    try {
      process.kill(process.platform === 'win32' ? build.pid : -build.pid, 'SIGKILL');
    } catch {
      // ended already
    }
  };
  let output = '';
  build.stderr.setEncoding('utf8').on('data', (text) => (output = (output + text).slice(-maxOutput)));
  build.stderr.unref();
  build.unref();
  build.once('error', (error) => (output = error.message));
  process.once('exit', end);
  build.once('close', (status) => {
    process.off('exit', end);
    if (status !== 0)
      process.stderr.write(`${output}\nflowgate: the documentation could not be built; run \`npm run build\`.\n`);
  });
}

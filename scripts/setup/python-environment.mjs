import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { projectFolder, runSetupStep } from './project.mjs';

/**
 * A virtual environment with exactly the packages of a requirements file, made once for each content of the file.
 * @param name what the packages are, for messages
 * @param requirements the path of the file below the project's folder
 * @returns the folder of the environment
 */
export function ensurePythonEnvironment(name, requirements, { options = [] } = {}) {
  const file = join(projectFolder, requirements);
  const digest = createHash('sha256').update(readFileSync(file)).digest('hex').slice(0, 12);
  const cacheFolder = join(projectFolder, 'node_modules', '.cache');
  const folder = join(cacheFolder, `${name}-${digest}`);
  const stamp = join(folder, 'requirements.installed');
  if (existsSync(stamp)) return folder;
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(cacheFolder, { recursive: true });
  runSetupStep(`creating a virtual environment for ${name}`, 'python3', ['-m', 'venv', folder]);
  const install = ['-m', 'pip', 'install', '--quiet', '--disable-pip-version-check', '--report', `${stamp}.part`];
  runSetupStep(`installing ${name}`, join(folder, 'bin', 'python'), [...install, ...options, '-r', file]);
  renameSync(`${stamp}.part`, stamp); // marks a complete installation
  return folder;
}

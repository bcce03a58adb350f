import { existsSync, mkdirSync, readFileSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { createHash } from 'node:crypto';
import { projectFolder, runSetupStep } from './project.mjs';

const requirements = join(projectFolder, 'test', 'hard', 'schemathesis.txt');
const cacheFolder = join(projectFolder, 'node_modules', '.cache');

/** The schemathesis program, in a virtual environment with the exact versions of `test/hard/schemathesis.txt`. */
export function ensureSchemathesis() {
  const digest = createHash('sha256').update(readFileSync(requirements)).digest('hex').slice(0, 12);
  const folder = join(cacheFolder, `schemathesis-${digest}`);
  const python = join(folder, 'bin', 'python');
  const stamp = join(folder, 'requirements.installed');
  if (!existsSync(stamp)) {
    rmSync(folder, { recursive: true, force: true });
    mkdirSync(cacheFolder, { recursive: true });
    runSetupStep('creating a virtual environment for schemathesis', 'python3', ['-m', 'venv', folder]);
    runSetupStep('installing schemathesis', python, [
      '-m',
      'pip',
      'install',
      '--quiet',
      '--disable-pip-version-check',
      '--report',
      `${stamp}.part`,
      '-r',
      requirements,
    ]);
    renameSync(`${stamp}.part`, stamp); // marks a complete installation
  }
  return join(folder, 'bin', 'schemathesis');
}

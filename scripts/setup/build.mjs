import { existsSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { buildApiPage } from './api-page-build.mjs';
import { bundleProgram } from './bundle.mjs';
import { ensureContractTypes } from './contract-types.mjs';
import { writeLicences } from './licences.mjs';
import { hasSources, projectFolder, runSetupStep } from './project.mjs';
import { sourceDigest } from './sources.mjs';
import { buildWeb } from './web-build.mjs';

const buildFolder = join(projectFolder, 'dist');
const stampFile = join(buildFolder, '.sources');
const contract = 'openapi.yaml';

/** Whether dist was built from the current sources; always true for a dist without sources. */
export function isBuilt() {
  if (!existsSync(stampFile)) return false;
  return !hasSources || readFileSync(stampFile, 'utf8') === sourceDigest();
}

/** Bundles src and tasks into dist, and web into dist/web, unless dist is up to date. */
export async function ensureBuild() {
  if (isBuilt()) return;
  const digest = sourceDigest();
  // Builds in a separate folder and then replaces dist, so that dist is always complete and has no deleted modules.
  const freshFolder = `${buildFolder}-${process.pid}`;
  try {
    await ensureContractTypes(projectFolder);
    const compiler = join('node_modules', 'typescript', 'bin', 'tsc');
    const types = [compiler, '-p', 'tsconfig.build.json', '--outDir', freshFolder];
    runSetupStep('compiling the types for other packages', process.execPath, types);
    process.stderr.write('flowgate: bundling\n');
    await bundleProgram(freshFolder);
    await writeContract(freshFolder);
    buildWeb(join(freshFolder, 'web'));
    await buildApiPage(join(freshFolder, 'api-page'));
    writeLicences(freshFolder);
    writeFileSync(join(freshFolder, '.sources'), digest);
    replaceBuild(freshFolder);
  } finally {
    rmSync(freshFolder, { recursive: true, force: true });
  }
}

/** Writes the contract as JSON, which loads a hundred times faster than YAML. */
async function writeContract(folder) {
  const { parse } = await import('yaml'); // may not be installed when this file is loaded
  writeFileSync(
    join(folder, 'openapi.json'),
    JSON.stringify(parse(readFileSync(join(projectFolder, contract), 'utf8'))),
  );
}

/** Other processes may load dist at any time, so it is missing only between two renames. */
function replaceBuild(freshFolder) {
  const oldFolder = `${freshFolder}-old`;
  try {
    if (isBuilt()) return; // another process has built the same sources
    if (existsSync(buildFolder)) renameSync(buildFolder, oldFolder);
    renameSync(freshFolder, buildFolder);
    // Built separately, from other sources.
    const help = join(oldFolder, 'help');
    if (existsSync(help)) renameSync(help, join(buildFolder, 'help'));
    writeLicences(buildFolder);
  } catch (error) {
    if (!isBuilt()) throw error; // as above, at the same moment
  } finally {
    rmSync(oldFolder, { recursive: true, force: true });
  }
}

import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { projectFolder, runSetupStep } from './project.mjs';

const buildFolder = join(projectFolder, 'dist');
const stampFile = join(buildFolder, '.sources');
const contract = 'openapi.yaml';
/** What dist is made from. */
export const sources = ['package-lock.json', 'tsconfig.json', 'tsconfig.build.json', contract, 'src', 'tasks'];

/** Whether dist was built from exactly the sources that stand here; a dist that came without sources always was. */
export function isBuilt() {
  if (!existsSync(stampFile)) return false;
  return !existsSync(join(projectFolder, 'src')) || readFileSync(stampFile, 'utf8') === sourceDigest();
}

/** Compiles src and tasks into dist unless dist is current. */
export async function ensureBuild() {
  if (isBuilt()) return;
  const digest = sourceDigest();
  // Beside dist and then put in its place: nobody sees half a build, and a module that was removed does not live on.
  const freshFolder = `${buildFolder}-${process.pid}`;
  try {
    const compiler = join('node_modules', 'typescript', 'bin', 'tsc');
    runSetupStep('compiling', process.execPath, [compiler, '-p', 'tsconfig.build.json', '--outDir', freshFolder]);
    await writeContract(freshFolder);
    writeFileSync(join(freshFolder, '.sources'), digest);
    replaceBuild(freshFolder);
  } finally {
    rmSync(freshFolder, { recursive: true, force: true });
  }
}

/** The contract as JSON, which a start reads a hundred times faster than YAML. */
async function writeContract(folder) {
  const { parse } = await import('yaml'); // installed only when setting up has begun
  writeFileSync(
    join(folder, 'openapi.json'),
    JSON.stringify(parse(readFileSync(join(projectFolder, contract), 'utf8'))),
  );
}

function replaceBuild(freshFolder) {
  rmSync(buildFolder, { recursive: true, force: true });
  try {
    renameSync(freshFolder, buildFolder);
  } catch (error) {
    if (!isBuilt()) throw error; // otherwise another process was faster with the same sources
  }
}

/** Contents and not times: a checkout or a copy changes every time, and a clone has them in any order. */
function sourceDigest() {
  const hash = createHash('sha256');
  for (const file of sources.flatMap(listFiles)) {
    hash
      .update(`${file}\0`)
      .update(readFileSync(join(projectFolder, file)))
      .update('\0');
  }
  return hash.digest('hex');
}

function listFiles(path) {
  const found = join(projectFolder, path);
  if (!existsSync(found)) return [];
  if (path.includes('.')) return [path];
  return readdirSync(found, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath ?? entry.path, entry.name).slice(projectFolder.length))
    .toSorted();
}

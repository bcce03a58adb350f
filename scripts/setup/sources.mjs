import { createHash } from 'node:crypto';
import { readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join, sep } from 'node:path';
import { contractTypesFile, projectFolder } from './project.mjs';

/** The sources of dist. */
export const sources = [
  'package-lock.json',
  'tsconfig.json',
  'tsconfig.build.json',
  'openapi.yaml',
  'src',
  'tasks',
  'web',
];
const builders = ['setup/bundle.mjs', 'setup/licences.mjs', 'contract-types/contract-types.mjs'].map((name) =>
  join('scripts', name),
);
const installed = join('node_modules', '.package-lock.json');
/** In dist, and replaced with it. */
const checkedFile = join(projectFolder, 'dist', '.checked');
// The clock of a file system can be this coarse, in milliseconds: a file can change once more in that time.
const coarsest = 2_000;

/** Uses contents instead of modification times, which change with every checkout and copy. */
export function sourceDigest() {
  const hash = createHash('sha256');
  for (const file of sourceFiles())
    hash
      .update(`${file}\0`)
      .update(readFileSync(join(projectFolder, file)))
      .update('\0');
  return hash.digest('hex');
}

/**
 * What the system says about the sources and the installed packages, which takes a third of the time of reading them;
 * undefined if a file has just changed.
 */
export function sourceStatus() {
  const now = Date.now();
  let text = '';
  for (const file of [...sourceFiles(), installed]) {
    const status = statSync(projectFolder + file, { throwIfNoEntry: false });
    if (status === undefined || now - Math.max(status.mtimeMs, status.ctimeMs) < coarsest) return undefined;
    text += `${file}\0${status.ino} ${status.size} ${status.mtimeMs} ${status.ctimeMs}\0`;
  }
  return createHash('sha256').update(text).digest('hex');
}

/** Whether dist and the packages were found to be current with this status. */
export function isChecked(status) {
  try {
    return status !== undefined && readFileSync(checkedFile, 'utf8') === status;
  } catch {
    return false; // not checked yet
  }
}

export function noteChecked(status) {
  try {
    if (status !== undefined) writeFileSync(checkedFile, status);
  } catch {
    // of another user
  }
}

/** Relative to the folder of the project. */
function sourceFiles() {
  const files = [];
  for (const path of sources)
    if (path.includes('.')) files.push(path);
    else addFiles(path, files);
  // It is made from the contract.
  return [...files, ...builders].filter((file) => file !== contractTypesFile);
}

/** In a third of the time of a recursive `readdir`. */
function addFiles(folder, files) {
  for (const entry of readdirSync(projectFolder + folder, { withFileTypes: true }).toSorted(byName)) {
    const path = folder + sep + entry.name;
    if (entry.isDirectory()) addFiles(path, files);
    else if (entry.isFile()) files.push(path);
  }
}

function byName(one, other) {
  return one.name < other.name ? -1 : 1;
}

import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { basename, dirname, extname, join } from 'node:path';
import { writeCompressed } from './compressed-file.mjs';
import { writeLicences } from './licences.mjs';
import { projectFolder, runSetupStep } from './project.mjs';

const helpFolder = join(projectFolder, 'dist', 'help');
const stampFile = join(helpFolder, '.sources');
/** Formats that compression does not make smaller. */
const storedAsIs = new Set(['.png', '.woff2']);
/** The sources of dist/help. */
export const helpSources = [
  'package.json',
  'README.md',
  'CHANGELOG.md',
  'CONTRIBUTING.md',
  'SECURITY.md',
  'bench',
  'integrations',
  'docs',
  'help',
  'web',
];
/** Other files in these folders are not part of the site. */
const read = new Set(['.md', '.png', '.ts', '.js', '.css', '.svg', '.json']);

/** Builds the documentation site for `/help` into dist/help, unless it is up to date. */
export function ensureHelp() {
  const digest = sourceDigest();
  if (existsSync(stampFile) && readFileSync(stampFile, 'utf8') === digest) return;
  const freshFolder = join(projectFolder, `dist-help-${process.pid}`);
  const oldFolder = `${freshFolder}-old`;
  try {
    const vitepress = join('node_modules', 'vitepress', 'bin', 'vitepress.js');
    const args = [vitepress, 'build', 'help', '--outDir', freshFolder];
    runSetupStep('building the documentation', process.execPath, args, { NODE_ENV: 'production' });
    compressFiles(freshFolder);
    writeFileSync(join(freshFolder, '.sources'), digest);
    if (existsSync(helpFolder)) renameSync(helpFolder, oldFolder);
    renameSync(freshFolder, helpFolder);
    writeLicences(dirname(helpFolder));
  } finally {
    for (const folder of [freshFolder, oldFolder]) rmSync(folder, { recursive: true, force: true });
  }
}

function compressFiles(folder) {
  for (const name of filesIn(folder)) {
    if (storedAsIs.has(extname(name)) || basename(name).startsWith('.')) continue;
    const file = join(folder, name);
    writeCompressed(file, readFileSync(file));
    rmSync(file);
  }
}

function sourceDigest() {
  const hash = createHash('sha256');
  for (const source of helpSources) {
    const path = join(projectFolder, source);
    if (!existsSync(path)) continue;
    const names = extname(source) === '' ? filesIn(path).map((name) => join(source, name)) : [source];
    for (const name of names.filter((each) => read.has(extname(each))))
      hash.update(`${name}\0`).update(readFileSync(join(projectFolder, name)));
  }
  return hash.digest('hex');
}

/** Relative to the folder. */
function filesIn(folder) {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath ?? entry.path, entry.name).slice(folder.length + 1))
    .toSorted();
}

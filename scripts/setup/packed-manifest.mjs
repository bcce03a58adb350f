import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { outsidePackages } from './bundle.mjs';
import { projectFolder } from './project.mjs';

const manifestFile = join(projectFolder, 'package.json');
const originalFile = join(projectFolder, 'node_modules', '.cache', 'package.json');

/** Makes package.json the manifest of the tarball, which has its packages bundled: npm installs only the others. */
export function replaceManifest() {
  restoreManifest(); // after a pack that was interrupted
  const text = readFileSync(manifestFile, 'utf8');
  const manifest = JSON.parse(text);
  const outside = Object.entries(manifest.dependencies).filter(([name]) => outsidePackages.includes(name));
  mkdirSync(dirname(originalFile), { recursive: true });
  writeFileSync(originalFile, text);
  for (const member of ['devDependencies', 'scripts', 'workspaces', 'overrides']) delete manifest[member];
  write({ ...manifest, dependencies: Object.fromEntries(outside) });
}

/** Restores the project's manifest. */
export function restoreManifest() {
  if (existsSync(originalFile)) renameSync(originalFile, manifestFile);
}

/** Readers of the file see either the old or the new one, never a part. */
function write(manifest) {
  const temporary = `${manifestFile}.${process.pid}.tmp`;
  writeFileSync(temporary, `${JSON.stringify(manifest, undefined, 2)}\n`);
  renameSync(temporary, manifestFile);
}

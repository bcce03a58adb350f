// Before `npm pack`: builds everything, writes the bill of materials, and replaces package.json with the tarball's.
import { join } from 'node:path';
import { replaceManifest } from './setup/packed-manifest.mjs';
import { projectFolder } from './setup/project.mjs';
import { writeSbom } from './setup/sbom.mjs';

await import('./build.mjs');
writeSbom(join(projectFolder, 'dist'));
replaceManifest();

import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { brotliCompressSync, constants } from 'node:zlib';
import { runSetupStep } from './project.mjs';

/** Builds the console into a folder: index.html, and assets with hashed names and their brotli files. */
export function buildWeb(folder) {
  const vite = join('node_modules', 'vite', 'bin', 'vite.js');
  const args = [vite, 'build', 'web', '--outDir', folder, '--logLevel', 'warn'];
  // Tests set it to `test`, with which React would be built with its development checks.
  runSetupStep('building the console', process.execPath, args, { NODE_ENV: 'production' });
  compressAssets(join(folder, 'assets'));
}

/** Compresses at the highest level, because it is done once and not for each request. */
function compressAssets(folder) {
  for (const name of readdirSync(folder)) {
    const bytes = readFileSync(join(folder, name));
    const compressed = brotliCompressSync(bytes, { params: { [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length } });
    if (compressed.length < bytes.length) writeFileSync(join(folder, `${name}.br`), compressed);
  }
}

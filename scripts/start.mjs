// `npm start`: makes ready what a fresh clone lacks, then serves in this same process, which signals reach directly.
import * as nodeModule from 'node:module';
import { join } from 'node:path';
import { ensureCompiledProgram } from './setup/compiled-program.mjs';
import { checkNodeVersion } from './setup/node-version.mjs';
import { ensurePrograms } from './setup/programs.mjs';
import { endWithFault } from './setup/project.mjs';

try {
  checkNodeVersion();
  await ensureCompiledProgram();
  if (!process.env.REDIS_URL)
    ensurePrograms(['redis-server'], { instead: ', or set REDIS_URL to a Redis that runs already' });
} catch (fault) {
  endWithFault(fault);
}
// Node 22 and later keep what they compiled for the next start; not in the shared folder for temporary files.
nodeModule.enableCompileCache?.(join(import.meta.dirname, '..', 'node_modules', '.cache', 'compiled'));
await import('../dist/src/main.js');

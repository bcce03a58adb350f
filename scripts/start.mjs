// `npm start`: prepares a fresh clone, then runs the server in this process, so that it receives signals directly.
import * as nodeModule from 'node:module';
import { join } from 'node:path';
import { ensureCompiledProgram } from './setup/compiled-program.mjs';
import { checkNodeVersion } from './setup/node-version.mjs';
import { ensurePrograms } from './setup/programs.mjs';
import { exitWithError } from './setup/project.mjs';

try {
  checkNodeVersion();
  await ensureCompiledProgram();
  if (!process.env.REDIS_URL) ensurePrograms(['redis-server'], { instead: ', or set REDIS_URL to a running Redis' });
} catch (error) {
  exitWithError(error);
}
// Node.js 22 and later cache compiled code for the next start; by default in the shared folder for temporary files.
nodeModule.enableCompileCache?.(join(import.meta.dirname, '..', 'node_modules', '.cache', 'compiled'));
await import('../dist/src/main.js');

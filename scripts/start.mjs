// `npm start`: prepares a fresh clone, then runs the server in this process, so that it receives signals directly.
import { ensureCompiledProgram } from './setup/compiled-program.mjs';
import { buildHelpAfterStart } from './setup/help-after-start.mjs';
import { checkNodeVersion } from './setup/node-version.mjs';
import { ensurePrograms } from './setup/programs.mjs';
import { cacheCompiledCode, exitWithError } from './setup/project.mjs';

try {
  checkNodeVersion();
  await ensureCompiledProgram();
  // On Windows, Flowgate reports that it needs REDIS_URL.
  if (!process.env.REDIS_URL && process.platform !== 'win32')
    ensurePrograms(['redis-server'], { instead: ', or set REDIS_URL to a running Redis' });
} catch (error) {
  exitWithError(error);
}
cacheCompiledCode();
buildHelpAfterStart();
await import('../dist/src/main.js');

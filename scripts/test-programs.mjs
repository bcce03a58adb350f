// Installs the programs that the suites of `npm test` start; test.mjs runs it while npm installs the packages.
import { ensurePrograms } from './setup/programs.mjs';
import { exitWithError } from './setup/project.mjs';

try {
  ensurePrograms([
    'redis-server',
    'groovy',
    'ant',
    'chromium',
    'curl',
    'python3',
    'python3-venv',
    'promtool',
    'zsh',
    'fish',
  ]);
} catch (error) {
  exitWithError(error);
}

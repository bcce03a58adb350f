// Builds the documentation served at /help unless it is up to date, at low priority.
import { setPriority } from 'node:os';
import { ensureHelp } from './setup/help-build.mjs';
import { exitWithError } from './setup/project.mjs';

setPriority(10);
try {
  ensureHelp();
} catch (error) {
  exitWithError(error);
}

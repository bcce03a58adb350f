// Builds dist unless it is up to date: what `npm start` and the command line run first, in a process of its own, because
// the compiler and the bundlers take a gigabyte of memory that a server would keep.
import { ensureBuild } from './setup/build.mjs';
import { exitWithError } from './setup/project.mjs';

try {
  await ensureBuild();
} catch (error) {
  exitWithError(error);
}

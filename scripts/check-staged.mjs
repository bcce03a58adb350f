// The pre-commit hook, enabled by `npm run hooks`: lints staged files and checks their format. It changes nothing.
import { spawnSync } from 'node:child_process';
import { projectFolder, runNode } from './setup/project.mjs';

const staged = stagedFiles();
const linted = staged.filter((file) => /^(src|tasks|test|bench|scripts)\/.*\.m?[jt]s$/.test(file));

const isFormatted = isPassing('node_modules/oxfmt/bin/oxfmt', ['--check'], staged);
const isLinted = isPassing('node_modules/oxlint/bin/oxlint', ['--deny-warnings'], linted);

if (!isFormatted) console.error('Run `npm run format`, then stage the files again.');
process.exitCode = isFormatted && isLinted ? 0 : 1;

/** Paths of the files that this commit adds or changes, relative to the project folder. */
function stagedFiles() {
  const args = ['diff', '--cached', '--name-only', '--diff-filter=ACMR', '-z'];
  const { status, stdout } = spawnSync('git', args, { cwd: projectFolder, encoding: 'utf8' });
  if (status !== 0) throw new Error('`git diff --cached` failed.');
  return stdout.split('\0').filter((file) => file !== '');
}

function isPassing(program, options, files) {
  // The configuration of the program may ignore all files.
  return files.length === 0 || runNode([program, ...options, '--no-error-on-unmatched-pattern', '--', ...files]) === 0;
}

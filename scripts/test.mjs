// `npm test`: installs missing requirements, checks format, types and lint, runs the tests, and prints their count.
// `npm run test:fast` skips the suites that start programs (see vitest.config.ts). `npm run test:all` leaves nothing out
// (see test/support/nightly.ts). `--coverage` measures which lines of src and tasks the tests run.
import { spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ensureBuild } from './setup/build.mjs';
import { compileModules } from './setup/bundle.mjs';
import { ensureContractTypes } from './setup/contract-types.mjs';
import { ensureHelp } from './setup/help-build.mjs';
import { checkNodeVersion } from './setup/node-version.mjs';
import { ensurePackages } from './setup/packages.mjs';
import { exitWithError, projectFolder, runNode } from './setup/project.mjs';

const isFast = process.argv.includes('--fast');
const isAll = process.argv.includes('--all');
const layers = isFast ? ['fast'] : ['fast', 'slow', 'isolated'];
const filters = process.argv.slice(2).filter((argument) => !['--fast', '--all'].includes(argument));
process.env.FLOWGATE_TEST_ALL = isAll ? 'on' : 'off';
process.env.FLOWGATE_TEST_SEED ??= '1';

try {
  checkNodeVersion();
} catch (error) {
  exitWithError(error);
}
const programs = isFast || isPassing(process.execPath, ['scripts/test-programs.mjs']);
try {
  ensurePackages({ development: true });
  await ensureContractTypes(projectFolder); // once, for the build, the types and the lint
} catch (error) {
  exitWithError(error);
}

// Concurrently, because each of them often waits. The suites that start programs share one build.
const checks = {
  ...(!isFast && { build: isBuildMade() }),
  format: isNpmScriptPassing('format:check'),
  typecheck: isNpmScriptPassing('typecheck'),
  lint: isNpmScriptPassing('lint'),
};
const failedChecks = [];
for (const [name, passing] of Object.entries(checks)) {
  if (!(await passing)) failedChecks.push(name);
}
if (!(await programs)) process.exit(1);
const counts = await runTests();
const failures = counts.failed + failedChecks.length;
if (failedChecks.length > 0) console.log(`failed checks: ${failedChecks.join(', ')}`);
console.log(`random tests had the seed ${process.env.FLOWGATE_TEST_SEED}; FLOWGATE_TEST_SEED sets another`);
console.log(`${counts.passed} passed, ${failures} failed${counts.skipped > 0 ? `, ${counts.skipped} skipped` : ''}`);
process.exitCode = failures > 0 ? 1 : 0;

async function isBuildMade() {
  try {
    await ensureBuild();
    if (isAll) ensureHelp(); // else two suites would build it at the same time
    return true;
  } catch (error) {
    console.error(`flowgate: ${error.message}`);
    return false;
  }
}

function isNpmScriptPassing(script) {
  return isPassing('npm', ['run', '--silent', script]);
}

/** Prints what the program printed, once it has ended. */
function isPassing(program, args) {
  return new Promise((resolve) => {
    const child = spawn(program, args, { cwd: projectFolder, stdio: ['ignore', 'pipe', 'pipe'] });
    let output = '';
    for (const stream of [child.stdout, child.stderr])
      stream.setEncoding('utf8').on('data', (text) => (output += text));
    child.once('error', (error) => (output += error.message));
    child.once('close', (status) => {
      process.stderr.write(output);
      resolve(status === 0);
    });
  });
}

/** Runs the suites of the layers, and counts the results in the vitest report. */
async function runTests() {
  const folder = mkdtempSync(join(tmpdir(), 'flowgate-test-'));
  const program = join(projectFolder, 'node_modules/.cache/flowgate-tests', `program-${process.pid}`);
  const report = join(folder, 'report.json');
  try {
    // Coverage is of the sources.
    if (!filters.includes('--coverage')) {
      await compileModules(program);
      process.env.FLOWGATE_TEST_PROGRAM = program;
    }
    const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${report}`];
    const projects = layers.flatMap((layer) => ['--project', layer]);
    const status = runNode(['node_modules/vitest/vitest.mjs', 'run', ...projects, ...reporters, ...filters]);
    return countOutcomes(JSON.parse(readFileSync(report, 'utf8')).testResults, status);
  } catch (error) {
    console.error(error);
    return { passed: 0, failed: 1, skipped: 0 }; // vitest exited without a report
  } finally {
    for (const made of [folder, program]) rmSync(made, { recursive: true, force: true });
  }
}

function countOutcomes(suites, status) {
  const outcomes = suites.flatMap((suite) => suite.assertionResults.map((test) => test.status));
  const passed = outcomes.filter((outcome) => outcome === 'passed').length;
  const failedTests = outcomes.filter((outcome) => outcome === 'failed').length;
  const failed = failedTests + suites.filter(isBrokenSuite).length;
  // An error outside of all tests and suites affects only the exit status.
  return {
    passed,
    failed: status === 0 ? failed : Math.max(1, failed),
    skipped: outcomes.length - passed - failedTests,
  };
}

/** A suite that failed to load has no failed test. */
function isBrokenSuite(suite) {
  return suite.status === 'failed' && !suite.assertionResults.some((test) => test.status === 'failed');
}

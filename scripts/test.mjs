// `npm test`: makes ready what a bare machine lacks, then checks types, lint and tests, and ends with their count.
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ensureBuild } from './setup/build.mjs';
import { checkNodeVersion } from './setup/node-version.mjs';
import { ensurePackages } from './setup/packages.mjs';
import { ensurePrograms } from './setup/programs.mjs';
import { endWithFault, projectFolder } from './setup/project.mjs';

try {
  checkNodeVersion();
  ensurePrograms(['redis-server', 'groovy', 'curl', 'python3', 'python3-venv']);
  ensurePackages({ development: true });
} catch (fault) {
  endWithFault(fault);
}

const checks = {
  build: isBuildMade, // once and now, because the suites that start programs share it
  typecheck: () => run('npm', ['run', '--silent', 'typecheck']) === 0,
  lint: () => run('npm', ['run', '--silent', 'lint']) === 0,
};
const failedChecks = Object.keys(checks).filter((name) => !checks[name]());
const counts = runTests(process.argv.slice(2));
const failures = counts.failed + failedChecks.length;
if (failedChecks.length > 0) console.log(`failed beside the tests: ${failedChecks.join(', ')}`);
console.log(`${counts.passed} passed, ${failures} failed${counts.skipped > 0 ? `, ${counts.skipped} skipped` : ''}`);
process.exitCode = failures > 0 ? 1 : 0;

function isBuildMade() {
  try {
    ensureBuild();
    return true;
  } catch (fault) {
    console.error(`flowgate: ${fault.message}`);
    return false;
  }
}

/** Runs the suites that need no Jenkins, and counts from vitest's own report. */
function runTests(filters) {
  const folder = mkdtempSync(join(tmpdir(), 'flowgate-test-'));
  const report = join(folder, 'report.json');
  try {
    const vitest = join('node_modules', 'vitest', 'vitest.mjs');
    const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${report}`];
    const status = run(process.execPath, [vitest, 'run', '--project', 'flowgate', ...reporters, ...filters]);
    return count(JSON.parse(readFileSync(report, 'utf8')), status);
  } catch (error) {
    console.error(error);
    return { passed: 0, failed: 1, skipped: 0 }; // vitest ended before it could report
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

function count(report, status) {
  const outcomes = report.testResults.flatMap((suite) => suite.assertionResults.map((test) => test.status));
  const passed = outcomes.filter((outcome) => outcome === 'passed').length;
  const failedTests = outcomes.filter((outcome) => outcome === 'failed').length;
  // A suite that fails to load has no test to blame; neither has an error outside of every test.
  const failedSuites = report.testResults.filter(isBrokenSuite).length;
  const failed = failedTests + failedSuites;
  return { passed, failed: status !== 0 && failed === 0 ? 1 : failed, skipped: outcomes.length - passed - failedTests };
}

function isBrokenSuite(suite) {
  return suite.status === 'failed' && !suite.assertionResults.some((test) => test.status === 'failed');
}

function run(program, args) {
  return spawnSync(program, args, { cwd: projectFolder, stdio: ['ignore', 'inherit', 'inherit'] }).status;
}

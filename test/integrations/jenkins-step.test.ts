import { afterAll, describe, expect, test, vi } from 'vitest';
import { badFlow, goodFlow, Repository } from './repository.ts';
import { StepRunner } from './step-runner.ts';

vi.setConfig({ testTimeout: 120_000 });

const runner = new StepRunner('flowgateValidate');
afterAll(() => runner.close());

/** The steps that it calls, in order, and what the build does. */
async function runStep(repository: Repository, options: Readonly<Record<string, unknown>> = {}) {
  const run = await runner.run({
    options: { release: './flowgate.tgz', ...options },
    folder: repository.folder,
    variables: repository.environment(),
  });
  const steps = run.stdout
    .split('\n')
    .filter((line) => /^(?:sh|junit|recordIssues|error|unstable|returned) /.test(line));
  return { ...run, steps };
}

const warns = badFlow.replace('mesage', 'message');

test('installs nothing from a registry', async () => {
  expect((await runStep(new Repository({}), { release: '' })).steps).toEqual([
    expect.stringContaining('needs release'),
  ]);
});

describe('the step', () => {
  test('publishes problems, and fails the build for errors', async () => {
    const repository = new Repository({ 'flows/good.yaml': goodFlow, 'flows/bad.yaml': badFlow });
    const { steps, status } = await runStep(repository);
    expect(steps).toEqual([
      'sh {"label":"flowgate validate","status":1}',
      'junit {"testResults":"flowgate-problems.xml","allowEmptyResults":true,"skipMarkingBuildUnstable":true}',
      'error "Flows have errors"',
    ]);
    expect(status).toBe(1);
    expect(repository.read('flowgate-problems.xml')).toContain('failures="2"');
    expect(JSON.parse(repository.read('flowgate-problems.sarif'))).toMatchObject({ version: '2.1.0' });
  });

  test('passes for warnings, unless they are to fail it', async () => {
    const repository = new Repository({ 'flows/warns.yaml': warns });
    expect((await runStep(repository)).steps.at(-1)).toBe('returned 0');
    expect((await runStep(repository, { failOnWarning: true })).steps.at(-1)).toBe(
      'error "Flows have errors or warnings"',
    );
  });

  test('accepts paths with any characters, and can leave the build unstable', async () => {
    const repository = new Repository({ "a 'b'/$(id).yaml": badFlow, 'c/d.yml': goodFlow });
    const { steps, stderr } = await runStep(repository, {
      paths: ["a 'b'/$(id).yaml", 'c/**/*.yml'],
      failBuild: false,
      junit: false,
      issues: true,
    });
    expect(stderr).toContain('2 flows checked');
    expect(steps.slice(1)).toEqual([
      'recordIssues {"tools":[{"sarif":{"id":"flowgate","name":"Flowgate","pattern":"flowgate-problems.sarif"}}]}',
      'unstable "Flows have errors"',
      'returned 1',
    ]);
  });

  test('fails if the flows cannot be checked, without the reports of an earlier build', async () => {
    const repository = new Repository({ 'flowgate-problems.xml': 'earlier' });
    expect((await runStep(repository, { paths: ['flows/*.yaml'] })).steps.at(-1)).toBe(
      'error "The flows could not be checked (flowgate validate ended with 2)"',
    );
    expect(repository.read('flowgate-problems.xml')).toBe('');
  });

  test('rejects an option that it does not have', async () => {
    const { steps } = await runStep(new Repository({}), { path: 'flows' });
    expect(steps).toEqual([
      'error "flowgateValidate has no option path; its options are release, paths, failOnWarning, server, failBuild, junit, issues"',
    ]);
  });
});

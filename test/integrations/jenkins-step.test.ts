import { join } from 'node:path';
import { describe, expect, test, vi } from 'vitest';
import { groovyCommand } from '../support/groovy-command.ts';
import { badFlow, goodFlow, Repository } from './repository.ts';

vi.setConfig({ testTimeout: 120_000 });

const file = join(import.meta.dirname, '../../integrations/jenkins/vars/flowgateValidate.groovy');
const runner = join(import.meta.dirname, 'run-step.groovy');
const classes = join(import.meta.dirname, '../support/jenkins-classes');
const { command, options: java } = groovyCommand(runner, [classes]);

/** The steps that it calls, in order, and what the build does. */
function runStep(repository: Repository, options: Readonly<Record<string, unknown>> = {}) {
  const run = repository.run([command, ...java, file, JSON.stringify({ release: './flowgate.tgz', ...options })]);
  const steps = run.stdout
    .split('\n')
    .filter((line) => /^(?:sh|junit|recordIssues|error|unstable|returned) /.test(line));
  return { ...run, steps };
}

const warns = badFlow.replace('mesage', 'message');

test('installs nothing from a registry', () => {
  expect(runStep(new Repository({}), { release: '' }).steps).toEqual([expect.stringContaining('needs release')]);
});

describe('the step', () => {
  test('publishes problems, and fails the build for errors', () => {
    const repository = new Repository({ 'flows/good.yaml': goodFlow, 'flows/bad.yaml': badFlow });
    const { steps, status } = runStep(repository);
    expect(steps).toEqual([
      'sh {"label":"flowgate validate","status":1}',
      'junit {"testResults":"flowgate-problems.xml","allowEmptyResults":true,"skipMarkingBuildUnstable":true}',
      'error "Flows have errors"',
    ]);
    expect(status).toBe(1);
    expect(repository.read('flowgate-problems.xml')).toContain('failures="2"');
    expect(JSON.parse(repository.read('flowgate-problems.sarif'))).toMatchObject({ version: '2.1.0' });
  });

  test('passes for warnings, unless they are to fail it', () => {
    const repository = new Repository({ 'flows/warns.yaml': warns });
    expect(runStep(repository).steps.at(-1)).toBe('returned 0');
    expect(runStep(repository, { failOnWarning: true }).steps.at(-1)).toBe('error "Flows have errors or warnings"');
  });

  test('accepts paths with any characters, and can leave the build unstable', () => {
    const repository = new Repository({ "a 'b'/$(id).yaml": badFlow, 'c/d.yml': goodFlow });
    const { steps, stderr } = runStep(repository, {
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

  test('fails if the flows cannot be checked, without the reports of an earlier build', () => {
    const repository = new Repository({ 'flowgate-problems.xml': 'earlier' });
    expect(runStep(repository, { paths: ['flows/*.yaml'] }).steps.at(-1)).toBe(
      'error "The flows could not be checked (flowgate validate ended with 2)"',
    );
    expect(repository.read('flowgate-problems.xml')).toBe('');
  });

  test('rejects an option that it does not have', () => {
    const { steps } = runStep(new Repository({}), { path: 'flows' });
    expect(steps).toEqual([
      'error "flowgateValidate has no option path; its options are release, paths, failOnWarning, server, failBuild, junit, issues"',
    ]);
  });
});

import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test, vi } from 'vitest';
import { parseAllDocuments } from 'yaml';
import { badFlow, goodFlow, Repository, type StepRun } from './repository.ts';

vi.setConfig({ testTimeout: 120_000 });

const file = join(import.meta.dirname, '../../integrations/gitlab/flowgate.gitlab-ci.yml');
const documents = parseAllDocuments(readFileSync(file, 'utf8'));
const [header, jobs] = documents.map((document) => document.toJS() as unknown);
const { spec } = header as {
  readonly spec: { readonly inputs: Readonly<Record<string, { readonly default?: string }>> };
};

interface Job {
  readonly script: readonly string[];
  readonly variables: Readonly<Record<string, string>>;
  readonly artifacts: { readonly when: string; readonly reports: Readonly<Record<string, string>> };
}

/** A job with the values of the inputs. */
function jobOf(name: string, given: Readonly<Record<string, string>> = {}): Job {
  const inputs: Readonly<Record<string, string>> = { release: './flowgate.tgz', ...given };
  const text = JSON.stringify((jobs as Readonly<Record<string, unknown>>)[name]);
  const filled = text.replaceAll(/\$\[\[ inputs\.(\w+) \]\]/g, (_, input: string) =>
    JSON.stringify(inputs[input] ?? spec.inputs[input]?.default).slice(1, -1),
  );
  expect(filled).not.toContain('$[[');
  return JSON.parse(filled) as Job;
}

/** Runs the script of a job as a runner does: line by line in one shell, until one fails. */
function runJob(repository: Repository, job: Job): StepRun {
  return repository.run(['bash', '-eo', 'pipefail', '-c', job.script.join('\n')], {
    ...job.variables,
    GITLAB_CI: 'true',
    CI_PROJECT_DIR: repository.folder,
  });
}

test('is valid YAML', () => {
  expect(documents.flatMap(({ errors }) => errors)).toEqual([]);
});

test('installs nothing from a registry', () => {
  expect(spec.inputs['release']).toEqual({ description: expect.any(String) });
});

describe('the job that validates', () => {
  test.each(['release', 'paths', 'options'])('runs nothing in the input %s', (input) => {
    const repository = new Repository({ 'flows/good.yaml': goodFlow });
    const value = input === 'release' ? './flowgate.tgz?a&touch injected;#' : '$(touch injected) `touch injected`';
    runJob(repository, jobOf('flowgate-validate', { [input]: value }));
    expect(existsSync(join(repository.folder, 'injected'))).toBe(false);
  });

  test('writes the reports that it publishes, and fails for errors', () => {
    const repository = new Repository({ 'flows/good.yaml': goodFlow, 'flows/bad.yaml': badFlow });
    const job = jobOf('flowgate-validate');
    const { status, stdout } = runJob(repository, job);
    expect(status).toBe(1);
    expect(stdout).toContain('flows/bad.yaml:5:');
    const { codequality = '', junit = '' } = job.artifacts.reports;
    expect(job.artifacts.when).toBe('always');
    const issues = JSON.parse(repository.read(codequality)) as { location: { path: string } }[];
    expect(new Set(issues.map(({ location }) => location.path))).toEqual(new Set(['flows/bad.yaml']));
    expect(repository.read(junit)).toContain('<testsuites tests="3" failures="2"');
  });

  test('accepts paths, patterns and options', () => {
    const repository = new Repository({
      'a/warns.yaml': badFlow.replace('mesage', 'message'),
      'b/c/good.yml': goodFlow,
    });
    const inputs = { paths: 'a b/**/*.yml' };
    const { status, stderr } = runJob(repository, jobOf('flowgate-validate', inputs));
    expect(stderr).toContain('2 flows checked');
    expect(status).toBe(0);
    expect(runJob(repository, jobOf('flowgate-validate', { ...inputs, options: '--strict' })).status).toBe(1);
  });
});

test('the job that tests writes the report that it publishes, and fails for a failed case', () => {
  const repository = new Repository({
    'flows/good.yaml': goodFlow,
    'flows/good.test.yaml': 'cases:\n  - name: says bye\n    expect:\n      log: bye\n',
  });
  const job = jobOf('flowgate-test');
  expect(runJob(repository, job).status).toBe(1);
  expect(repository.read(job.artifacts.reports['junit'] ?? '')).toContain('name="says bye"');
});

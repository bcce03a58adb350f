import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test, vi } from 'vitest';
import { parse } from 'yaml';
import { fencedBlocks, readProjectFile } from '../docs/pages.ts';
import { badFlow, goodFlow, Repository, type StepRun } from './repository.ts';

vi.setConfig({ testTimeout: 120_000 });

const actionFolder = join(import.meta.dirname, '../../integrations/github');
const text = readFileSync(join(actionFolder, 'action.yml'), 'utf8');

interface Action {
  readonly inputs: Readonly<Record<string, { readonly description: string; readonly default: string }>>;
  readonly runs: {
    readonly steps: readonly {
      readonly name: string;
      readonly shell: string;
      readonly run: string;
      readonly 'working-directory': string;
      readonly env: Readonly<Record<string, string>>;
    }[];
  };
}

interface Workflow {
  readonly jobs: Readonly<
    Record<
      string,
      { readonly steps: readonly { readonly uses?: string; readonly with?: Readonly<Record<string, unknown>> }[] }
    >
  >;
}

const action = parse(text) as Action;

/** Where the action comes from. */
const contexts: Record<string, string> = { action_repository: 'acme/flowgate', action_ref: 'v0.2.0' };

/** Runs a step of the action as GitHub does: with its expressions replaced, and the shell's options of GitHub. */
function runStep(repository: Repository, name: string, inputs: Readonly<Record<string, string>> = {}): StepRun {
  const step = action.runs.steps.find((each) => each.name === name);
  if (step === undefined) throw new Error(`no step ${name}`);
  const evaluate = (value: string): string =>
    value.replaceAll(/\$\{\{ (inputs|github)\.([\w-]+) \}\}/g, (_, context: string, input: string) =>
      context === 'github' ? (contexts[input] ?? '') : String(inputs[input] ?? action.inputs[input]?.default),
    );
  expect(step.shell).toBe('bash');
  repository.write('.run/script.sh', step.run);
  return repository.run(
    ['bash', '--noprofile', '--norc', '-eo', 'pipefail', join(repository.folder, '.run/script.sh')],
    {
      ...Object.fromEntries(Object.entries(step.env).map(([variable, value]) => [variable, evaluate(value)])),
      GITHUB_ACTIONS: 'true',
      GITHUB_SERVER_URL: 'https://github.example',
      GITHUB_WORKSPACE: repository.folder,
      GITHUB_ACTION_PATH: actionFolder,
      GITHUB_OUTPUT: join(repository.folder, '.run/output'),
      RUNNER_TEMP: join(repository.folder, '.run'),
    },
    evaluate(step['working-directory']),
  );
}

describe("GitHub's own parser", () => {
  const errorsIn = (kind: string, file: string): string => {
    const program = join(import.meta.dirname, 'github-errors.ts');
    const run = spawnSync(process.execPath, ['--import', 'tsx', program, kind, file], { encoding: 'utf8' });
    expect(run.stderr).toBe('');
    return run.stdout;
  };

  test.each(['action.yml', 'run/action.yml'])('accepts %s', (file) => {
    expect(errorsIn('action', join(actionFolder, file))).toBe('');
  });

  test('accepts the workflows of the page, which use only its inputs', () => {
    const workflows = fencedBlocks(readProjectFile('docs/how-to/use-from-ci.md'), 'yaml').filter((block) =>
      block.startsWith('on:'),
    );
    expect(workflows.length).toBeGreaterThan(0);
    for (const workflow of workflows) {
      const repository = new Repository({ 'workflow.yml': workflow });
      expect(errorsIn('workflow', join(repository.folder, 'workflow.yml'))).toBe('');
      const { jobs } = parse(workflow) as Workflow;
      const used = Object.values(jobs).flatMap(({ steps }) =>
        steps.filter(({ uses }) => uses?.includes('/integrations/github@')),
      );
      expect(used.length > 0 || workflow.includes('/integrations/github/run@')).toBe(true); // which has its own suite
      for (const step of used)
        expect(Object.keys(action.inputs)).toEqual(expect.arrayContaining(Object.keys(step.with ?? {})));
    }
  });

  test('rejects a wrong one', () => {
    const repository = new Repository({ 'action.yml': text.replace('using: composite', 'using: compost') });
    expect(errorsIn('action', join(repository.folder, 'action.yml'))).not.toBe('');
  });
});

describe('validating flows', () => {
  test('annotates the lines with problems, and fails for errors', () => {
    const repository = new Repository({ 'flows/good.yaml': goodFlow, 'flows/bad.yaml': badFlow });
    const { status, stdout } = runStep(repository, 'Validate flows');
    expect(stdout.split('\n')).toEqual([
      expect.stringMatching(
        /^::warning file=flows\/bad\.yaml,line=4,endLine=4,col=\d+,endColumn=\d+,title=unused-input::/,
      ),
      expect.stringMatching(/^::error file=flows\/bad\.yaml,line=5,.*title=missing-property::/),
      expect.stringMatching(/^::error file=flows\/bad\.yaml,line=5,.*title=unknown-property::/),
      '',
    ]);
    expect(status).toBe(1);
    expect(repository.read('.run/output')).toBe('errors=2\nwarnings=1\n');
    expect(repository.calls).toEqual([
      expect.stringContaining(
        '--yes --package=https://github.example/acme/flowgate/releases/download/v0.2.0/flowgate-flowgate-0.2.0.tgz -- flowgate validate ',
      ),
    ]);
  });

  test('passes for warnings, unless they are to fail it', () => {
    const repository = new Repository({ 'flows/warns.yaml': badFlow.replace('mesage', 'message') });
    expect(runStep(repository, 'Validate flows').status).toBe(0);
    expect(runStep(repository, 'Validate flows', { 'fail-on-warning': 'true' }).status).toBe(1);
  });

  test('accepts several paths, and names files from the top of the repository', () => {
    const repository = new Repository({
      'a b/one.yaml': badFlow,
      'sub/two.yaml': badFlow,
      'sub/x/three.yml': goodFlow,
    });
    const several = runStep(repository, 'Validate flows', { paths: '  a b\n\nsub/**/*.yml\n' });
    expect(several.stderr).toContain('2 flows checked');
    expect(several.stdout).toContain('::error file=a b/one.yaml,');
    const below = runStep(repository, 'Validate flows', { paths: 'two.yaml', 'working-directory': 'sub' });
    expect(below.stdout).toContain('::error file=sub/two.yaml,');
  });

  test('writes SARIF', () => {
    const repository = new Repository({ 'flows/bad.yaml': badFlow });
    expect(runStep(repository, 'Validate flows', { sarif: 'flowgate.sarif' }).status).toBe(1);
    expect(JSON.parse(repository.read('flowgate.sarif'))).toMatchObject({ version: '2.1.0' });
  });

  test('fails if there is nothing to check', () => {
    const repository = new Repository({ 'readme.md': '' });
    const { status, stderr } = runStep(repository, 'Validate flows', { paths: '**/*.yaml' });
    expect(status).toBe(2);
    expect(stderr).toContain('no flow matches **/*.yaml.');
    expect(repository.read('.run/output')).toBe('errors=0\nwarnings=0\n');
  });

  test('installs nothing if it does not know its release', () => {
    const repository = new Repository({ 'flows/good.yaml': goodFlow });
    contexts['action_repository'] = '';
    const { status, stderr } = runStep(repository, 'Validate flows');
    contexts['action_repository'] = 'acme/flowgate';
    expect(stderr).toContain('Set the input release');
    expect([status, repository.calls]).toEqual([1, ['']]);
  });

  test('installs another release file', () => {
    const repository = new Repository({ 'flows/good.yaml': goodFlow });
    runStep(repository, 'Validate flows', { release: './flowgate-1.tgz' });
    expect(repository.calls[0]).toMatch(/^--yes --package=\.\/flowgate-1\.tgz -- /);
  });
});

test('annotates cases that fail', () => {
  const repository = new Repository({
    'flows/good.yaml': goodFlow,
    'flows/good.test.yaml': 'cases:\n  - name: says bye\n    expect:\n      log: bye\n',
  });
  const { status, stdout } = runStep(repository, 'Test flows', { tests: 'flows' });
  expect(stdout).toMatch(/^::error file=flows\/good\.test\.yaml,line=\d,.*title=test-failed::says bye: /);
  expect(status).toBe(1);
});

import { describe, expect, it } from 'vitest';
import { loadLanguage } from '../../../../src/faces/cli/flows/load-language.ts';
import { importJob } from '../../../../src/import/import-job.ts';
import type { Pipeline } from '../../../../src/import/pipeline/pipeline.ts';
import { readPipeline } from '../../../../src/import/pipeline/read-pipeline.ts';

const language = await loadLanguage({});

function imported(source: string, more: Partial<Pipeline> = {}) {
  const { taskTypes } = language;
  const check = (flow: string) => language.check(flow).problems;
  const options = { id: 'x', namespace: 'y', name: 'Jenkinsfile', rules: {}, taskTypes, check };
  return importJob({ ...readPipeline(source), ...more }, options);
}

const repository = { url: 'https://git.example/shop.git', branch: 'main', start: 0, end: 0 };
const stage = (name: string, more = '') => `stage('${name}') {\n${more}\nsteps { sh 'make ${name}' }\n}`;
const pipeline = (content: string, stages = stage('a')) => `pipeline {\n${content}\nstages {\n${stages}\n}\n}\n`;
const checkouts = (flow: string) => flow.match(/git fetch/g)?.length ?? 0;
const agents = (source: string, more: Partial<Pipeline> = {}) =>
  imported(source, more).findings.filter(({ construct }) => construct.startsWith('agent'));

describe('without a known repository', () => {
  it('says once that Jenkins may check out the source', () => {
    const found = agents(pipeline('agent any', stage('a') + '\n' + stage('b', "agent { label 'mac' }")));
    expect(found.map(({ outcome }) => outcome)).toEqual(['approximated', 'mapped']);
    expect(found[0]?.message).toContain('a flow checks out nothing by itself');
    expect(agents(pipeline('agent none', stage('a', "agent { label 'mac' }")))[1]?.message).toContain('by itself');
  });

  it.each([
    pipeline('agent any\noptions { skipDefaultCheckout() }'),
    pipeline('agent any', "stage('a') { steps { checkout scm } }"),
    pipeline('agent any', "stage('a') { steps { git 'https://git.example/a.git' } }"),
    pipeline('agent none'),
  ])('says nothing for %j', (source) => {
    expect(agents(source).map(({ outcome }) => outcome)).toEqual(['mapped']);
  });

  it('says nothing if the script is in the job', () => {
    expect(agents(pipeline('agent any'), { isInline: true })).toMatchObject([{ outcome: 'mapped' }]);
  });
});

describe('with the repository of the job', () => {
  it('checks it out first, with inputs that have its defaults', () => {
    const { flow, findings } = imported(pipeline('agent any'), { repository });
    expect(flow).toMatch(/id: REPOSITORY\n +type: STRING\n +defaults: https:\/\/git\.example\/shop\.git\n/);
    expect(flow).toMatch(/id: REVISION\n +type: STRING\n +defaults: main\n/);
    expect(flow.indexOf('git fetch')).toBeLessThan(flow.indexOf('make a'));
    expect(findings[0]).toMatchObject({ construct: 'agent any', outcome: 'approximated' });
    expect(findings[0]?.message).toContain('the inputs REPOSITORY and REVISION say what is built');
  });

  it('checks it out again on other agents, and before it if a stage shares the workspace of the flow', () => {
    const mac = stage('b', "agent { label 'mac' }");
    expect(checkouts(imported(pipeline('agent any', stage('a') + '\n' + mac), { repository }).flow)).toBe(2);
    expect(checkouts(imported(pipeline('agent none', mac), { repository }).flow)).toBe(1);
    expect(checkouts(imported(pipeline('agent none', stage('a', 'agent any')), { repository }).flow)).toBe(1);
    const skipping = stage('b', "agent { label 'mac' }\noptions { skipDefaultCheckout() }");
    expect(checkouts(imported(pipeline('agent none', skipping), { repository }).flow)).toBe(0);
  });

  it('does not repeat the checkout that a pipeline starts with', () => {
    const explicit = imported(pipeline('agent any', "stage('a') { steps { checkout scm } }"), { repository });
    expect(checkouts(explicit.flow)).toBe(1);
    expect(explicit.flow).toContain('defaults: https://git.example/shop.git');
  });

  it.each([
    ['pattern', { branch: 'release/*' }, 'REVISION must be given'],
    ['parameter', { branch: '${BRANCH}' }, 'REVISION must be given'],
    ['password', { url: 'https://ada:s3cret@git.example/shop.git' }, 'REPOSITORY must be given'],
  ])('keeps no %s as a default', (_, change, message) => {
    const { flow, findings } = imported(pipeline('agent any'), { repository: { ...repository, ...change } });
    expect(findings[0]?.message).toContain(message);
    expect(flow).not.toMatch(/release|BRANCH|s3cret/);
  });
});

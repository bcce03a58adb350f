import { describe, expect, it } from 'vitest';
import type { MappingRules } from '../../../../src/import/mapping/context/job-mapping.ts';
import type { TaskRegistry } from '../../../../src/language/task-types/task-registry.ts';
import { mapSteps, plainScope } from './map-steps.ts';

/** The only `node` of a job is the agent of its flow. */
const another = 'node { }';

describe('node', () => {
  it('is a block on its agent', () => {
    expect(mapSteps(`node('linux') { sh 'a'; sh 'b' }\n${another}`).tasks).toMatchObject([
      { shape: { kind: 'sequence', tasks: [{ common: {} }, { common: {} }] }, common: { worker_group: 'linux' } },
    ]);
    expect(mapSteps(`node { sh 'a' }\n${another}`).tasks).toMatchObject([{ shape: { commands: ['a'] }, common: {} }]);
  });

  it('has a workspace of its own, so nothing is unstashed there', () => {
    expect(mapSteps(`stash name: 'a'\nnode('linux') { unstash 'a' }\n${another}`).byHand).toHaveLength(1);
    expect(mapSteps(`node('linux') { stash name: 'a'\nunstash 'a' }\n${another}`).byHand).toHaveLength(0);
  });
});

describe('docker', () => {
  it('runs tasks in a container', () => {
    expect(mapSteps("docker.image('node:22').inside('-u root') { sh 'npm ci' }").shapes).toMatchObject([
      { kind: 'container', image: 'node:22', user: 'root', commands: ['npm ci'] },
    ]);
  });

  it('says what its options for docker would do', () => {
    expect(mapSteps("docker.image('node:22').inside('-v /a:/b') { sh 'npm ci' }").differs.join()).toContain('-v');
  });
});

describe('steps of an installation', () => {
  const types = [
    {
      name: 'dev.acme.plugin.chat.Send',
      fromJenkinsSteps: {
        slackSend: ({ named: { message } }: { named: Record<string, unknown> }) =>
          typeof message === 'string' ? { text: message } : undefined,
      },
    },
  ];
  const taskTypes = { types } as unknown as TaskRegistry; // only these members are read

  function mapOne(source: string, rules: MappingRules = {}) {
    const { tasks, differs, byHand } = mapSteps(source, plainScope, { rules, taskTypes });
    return byHand.length === 0 ? { tasks, differs } : { byHand: byHand.join('; ') };
  }

  it('are what a task type says', () => {
    expect(mapOne('slackSend(message: "Built ${params.VERSION}")')).toMatchObject({
      tasks: [
        {
          shape: { kind: 'own', type: 'dev.acme.plugin.chat.Send', properties: { text: 'Built {{ inputs.VERSION }}' } },
        },
      ],
    });
    expect(mapOne("slackSend(channel: '#x')")).toMatchObject({
      byHand: expect.stringContaining('cannot say its arguments'),
    });
    expect(mapOne('slackSend(message: text())')).toMatchObject({
      byHand: expect.stringContaining('its argument message'),
    });
  });

  it('are what the mapping file says', () => {
    const rules = { companyDeploy: { subflow: 'company/deploy', inputs: { to: 'to', version: 0 } } };
    expect(mapOne("companyDeploy(params.VERSION, to: 'prod', force: true)", rules)).toMatchObject({
      tasks: [
        {
          shape: {
            kind: 'call',
            namespace: 'company',
            flowId: 'deploy',
            inputs: { to: 'prod', version: '{{ inputs.VERSION }}' },
          },
        },
      ],
      differs: ['the argument force is not passed on'],
    });
    expect(mapOne("companyDeploy { sh 'x' }", rules)).toMatchObject({ byHand: expect.any(String) });
  });

  it('are never the steps that make the structure of a pipeline, and get main arguments by their names', () => {
    const rules = { stage: { subflow: 'a/b' }, sh: { subflow: 'a/b', inputs: { command: 'script' } } };
    expect(mapOne("stage('A') { echo 'x' }", rules)).toMatchObject({ tasks: [{ shape: { kind: 'message' } }] });
    expect(mapOne("sh 'make'", rules)).toMatchObject({
      tasks: [{ shape: { kind: 'call', inputs: { command: 'make' } } }],
    });
  });
});

import { describe, expect, it } from 'vitest';
import { parseGroovy } from '../../../../src/import/groovy/parse-groovy.ts';
import { handlerOf, toStep } from '../../../../src/import/mapping/step-handlers.ts';
import type { TaskRegistry } from '../../../../src/language/task-types/task-registry.ts';
import { mapSteps, plainScope } from './map-steps.ts';

describe('node', () => {
  it('is a block on its agent', () => {
    expect(mapSteps("node('linux') { sh 'a'; sh 'b' }").tasks).toMatchObject([
      { shape: { kind: 'sequence', tasks: [{ common: {} }, { common: {} }] }, common: { worker_group: 'linux' } },
    ]);
    expect(mapSteps("node { sh 'a' }").tasks).toMatchObject([{ shape: { commands: ['a'] }, common: {} }]);
  });

  it('has a workspace of its own, so nothing is unstashed there', () => {
    expect(mapSteps("stash name: 'a'\nnode('linux') { unstash 'a' }").byHand).toHaveLength(1);
    expect(mapSteps("node('linux') { stash name: 'a'\nunstash 'a' }").byHand).toHaveLength(0);
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

  function mapOne(source: string, rules: Parameters<typeof handlerOf>[1] = {}) {
    const [statement] = parseGroovy(source).statements;
    if (statement?.kind !== 'expression' || statement.expression.kind !== 'call') throw new Error('Not a step');
    const step = toStep(statement.expression);
    return handlerOf(step.name, rules, taskTypes)?.(step, plainScope, mapSteps('').mapping);
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
});

import { expect, test } from 'vitest';
import { mapAgent } from '../../../../src/import/mapping/agents/agent.ts';
import { initialScope } from '../../../../src/import/mapping/directives/names-of-flow.ts';
import { callsOf, mappingOf } from '../mapping-setup.ts';

function agent(source: string, place: 'flow' | 'stage' = 'flow') {
  const mapping = mappingOf(source);
  const [call] = callsOf(source);
  const { container, workerGroup, taskEnv } = mapAgent(call, initialScope(mapping), place);
  const [finding] = mapping.findings.all;
  return {
    container,
    workerGroup,
    env: Object.fromEntries(taskEnv),
    flow: Object.fromEntries(mapping.flow.properties),
    outcome: [finding?.construct, finding?.outcome, finding?.message],
  };
}

const own = 'each script has a container of its own, which shares only the workspace with the others';

test('agents with labels', () => {
  expect(agent('agent any').outcome).toEqual(['agent any', 'mapped', undefined]);
  expect(agent('agent none').outcome.slice(0, 2)).toEqual(['agent none', 'mapped']);
  expect(agent("agent { label 'linux && !arm64' }").flow).toEqual({ worker_group: 'linux && !arm64' });
  expect(agent("agent { label 'gpu' }", 'stage')).toMatchObject({ flow: {}, workerGroup: 'gpu' });
  expect(agent("agent { node { label 'gpu'; customWorkspace 'x' } }")).toMatchObject({
    flow: { worker_group: 'gpu' },
    outcome: ['agent node', 'approximated', 'it uses the workspace of the flow'],
  });
  expect(agent('agent { label "${params.NODE}" }').outcome[1]).toBe('by hand');
});

test('agents that are containers', () => {
  expect(agent("agent { docker 'node:22' }")).toMatchObject({
    container: { image: 'node:22' },
    outcome: ['agent docker', 'approximated', own],
  });
  expect(
    agent(`agent { docker {
      image 'team/build:1'
      label 'linux'
      alwaysPull true
      registryUrl 'https://registry.example/'
      args '-u root:root -e A=1 --env=B=2 -v /cache:/cache'
    } }`),
  ).toEqual({
    container: { image: 'registry.example/team/build:1', isAlwaysPulled: true, user: 'root:root' },
    workerGroup: undefined,
    env: { A: '1', B: '2' },
    flow: { worker_group: 'linux' },
    outcome: [
      'agent docker',
      'approximated',
      `${own}; the container gets no -v /cache:/cache: add its properties to the tasks`,
    ],
  });
});

test('other agents are by hand', () => {
  expect(agent("agent { kubernetes { yaml 'x' } }").outcome).toEqual([
    'agent kubernetes',
    'by hand',
    'flows have no agent kubernetes; its scripts are disabled until you choose the agents',
  ]);
  expect(agent('agent { dockerfile true }').outcome[1]).toBe('by hand');
});

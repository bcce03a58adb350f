import { describe, expect, it } from 'vitest';
import { graphProblems } from '../../../../src/abilities/flows/subflows/graph-problems.ts';
import { loadSubflows } from '../../../../src/abilities/flows/subflows/load-subflows.ts';
import { flowOf, taskTypes } from '../../../support/transpile-yaml.ts';

/** A flow with `size` Log tasks and one Subflow task for each called flow, all in one namespace. */
function flow(id: string, calls: readonly string[], size = 0) {
  const tasks = [
    ...calls.map(
      (flowId, index) =>
        `  - {id: call_${index}, type: dev.vendor.plugin.core.flow.Subflow, namespace: n, flowId: ${flowId}}`,
    ),
    ...Array.from(
      { length: Math.max(size, calls.length === 0 ? 1 : 0) },
      (_, index) => `  - {id: log_${index}, type: dev.vendor.plugin.core.log.Log, message: m}`,
    ),
  ];
  return flowOf(`id: ${id}\nnamespace: n\ndescription: d\ntasks:\n${tasks.join('\n')}\n`);
}

async function problemsOf(flows: readonly ReturnType<typeof flow>[], limits = { tasks: 1000, subflowDepth: 10 }) {
  const read: string[] = [];
  const find = async ({ flowId }: { flowId: string }) => {
    read.push(flowId);
    const found = flows.find(({ id }) => id === flowId);
    return found === undefined ? { missing: flowId, revisionAlone: false } : { flow: found, revision: 1 };
  };
  const [root] = flows;
  if (root === undefined) throw new Error('no flow to check');
  const top = await loadSubflows(root, { revision: undefined, find, taskTypes, maxTasks: limits.tasks });
  return { problems: graphProblems(top, limits), read };
}

describe('the calls of a flow', () => {
  it('are read once each, however often they occur', async () => {
    const { problems, read } = await problemsOf([flow('a', ['b', 'c', 'b']), flow('b', ['c', 'c']), flow('c', [])]);
    expect(problems).toEqual([]);
    expect(read).toEqual(['b', 'c']);
  });

  it('must not exceed the max depth', async () => {
    const flows = [flow('a', ['b']), flow('b', ['c']), flow('c', ['d']), flow('d', [])];
    expect((await problemsOf(flows, { tasks: 1000, subflowDepth: 3 })).problems).toEqual([]);
    expect((await problemsOf(flows, { tasks: 1000, subflowDepth: 2 })).problems).toMatchObject([
      {
        code: 'subflow-cycle',
        path: ['tasks', 0, 'flowId'],
        message: expect.stringContaining('n/a -> n/b -> n/c -> n/d has 3'),
      },
    ]);
  });

  it('must not exceed the max number of tasks, including the calls', async () => {
    const flows = [flow('a', ['b', 'b'], 1), flow('b', [], 4)];
    expect((await problemsOf(flows, { tasks: 11, subflowDepth: 10 })).problems).toEqual([]);
    expect((await problemsOf(flows, { tasks: 10, subflowDepth: 10 })).problems).toMatchObject([
      { code: 'jenkinsfile-too-large', path: ['tasks', 0, 'flowId'] },
    ]);
  });

  it('are no longer read once there are too many tasks', async () => {
    const chain = Array.from({ length: 50 }, (_, index) =>
      flow(`f${index}`, index === 49 ? [] : [`f${index + 1}`], 10),
    );
    const { problems, read } = await problemsOf(chain, { tasks: 100, subflowDepth: 100 });
    expect(problems).toMatchObject([{ code: 'jenkinsfile-too-large' }]);
    expect(read.length).toBeLessThan(12);
  });

  it('must not form a cycle, at any depth', async () => {
    const { problems } = await problemsOf([flow('a', ['x', 'b']), flow('x', []), flow('b', ['c']), flow('c', ['b'])]);
    expect(problems).toMatchObject([
      { code: 'subflow-cycle', path: ['tasks', 1, 'flowId'], message: expect.stringContaining('n/b -> n/c -> n/b') },
    ]);
  });
});

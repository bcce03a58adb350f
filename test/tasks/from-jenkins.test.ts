import { describe, expect, it } from 'vitest';
import type { JsonObject } from '../../src/base/text/json-value.ts';
import { loadLanguage } from '../../src/faces/cli/flows/load-language.ts';
import { defaultFlowLimits } from '../../src/language/document/flow-limits.ts';
import { checkFlow } from '../../src/language/flow/check-flow.ts';
import { unlimitedTime } from '../../src/language/safe-patterns/time-budget.ts';
import type { JenkinsShapes } from '../../src/language/task-types/jenkins-shapes.ts';

const { taskTypes } = await loadLanguage({});

/** The task that the type of a shape makes of it. */
function taskOf<Shape extends keyof JenkinsShapes>(shape: Shape, value: JenkinsShapes[Shape]): JsonObject {
  for (const { name, fromJenkins } of taskTypes.types) {
    const write = fromJenkins[shape];
    if (write !== undefined) return { id: shape, type: name, ...write(value) };
  }
  throw new Error(`No type says ${shape}`);
}

const inner = (id: string): JsonObject => ({ ...taskOf('message', { text: id }), id });

const written: Readonly<Record<keyof JenkinsShapes, JsonObject>> = {
  shell: taskOf('shell', { commands: ['make', 'make test'], env: { CI: 'yes' }, outputFiles: ['out/*'] }),
  container: taskOf('container', { image: 'node:22', isAlwaysPulled: true, user: '0:0', script: 'npm ci\nnpm test\n' }),
  message: taskOf('message', { text: 'Hello' }),
  sequence: taskOf('sequence', { tasks: [inner('one'), inner('two')] }),
  branches: taskOf('branches', { tasks: [inner('three'), inner('four')], failFast: true }),
  choice: taskOf('choice', { condition: "'a' == 'b'", tasks: [inner('five')], otherwise: [inner('six')] }),
  matrix: taskOf('matrix', {
    axes: { OS: ['linux', 'bsd'], NODE: ['20', '24'] },
    excludes: [{ OS: 'bsd', NODE: '20' }],
    tasks: [inner('seven')],
    concurrency: 4,
    key: 'a',
  }),
  approval: taskOf('approval', { message: 'Go on?', users: ['ada'], inputs: [{ id: 'note', type: 'STRING' }] }),
  pause: taskOf('pause', { seconds: 5 }),
  call: taskOf('call', { namespace: 'ci', flowId: 'build', inputs: { version: '1' }, isAwaited: false }),
};

describe('a task from Jenkins', () => {
  it.each(Object.entries(written))('is a valid task: %s', (_, task) => {
    const text = JSON.stringify({ id: 'one', namespace: 'tests', description: 'D', tasks: [task] });
    const { problems } = checkFlow(
      { text, format: 'yaml' },
      { taskTypes, vendor: 'vendor', prefix: 'VENDOR', limits: defaultFlowLimits, makeBudget: unlimitedTime },
    );
    expect(problems.filter(({ code }) => code !== 'unknown-flow')).toEqual([]);
  });

  it('sets only what differs from the defaults', () => {
    expect(without(written.pause)).toEqual({ for: '5s' });
    expect(without(taskOf('call', { namespace: 'ci', flowId: 'build', inputs: {}, isAwaited: true }))).toEqual({
      namespace: 'ci',
      flowId: 'build',
    });
    expect(without(taskOf('approval', { message: 'Go on?' }))).toEqual({ message: 'Go on?' });
    expect(without(taskOf('branches', { tasks: [], failFast: false }))).toEqual({ tasks: [] });
  });

  it('can only keep files', () => {
    const outputFiles = ['*.jar'];
    expect(without(taskOf('shell', { commands: [], outputFiles }))).toEqual({ commands: [':'], outputFiles });
    expect(taskOf('container', { image: 'node:22', commands: [], outputFiles })).toMatchObject({ commands: [':'] });
  });

  it('allows as many items as a matrix has combinations', () => {
    const axes = { A: Array.from({ length: 15 }, (_, index) => `${index}`), B: ['1', '2', '3', '4', '5', '6', '7'] };
    expect(taskOf('matrix', { axes, excludes: [], tasks: [], concurrency: 1, key: 'a' })).toMatchObject({
      max_items: 105,
    });
    expect(written.matrix).not.toHaveProperty('max_items');
  });
});

function without({ id: _id, type: _type, ...properties }: JsonObject = {}): JsonObject {
  return properties;
}

import { describe, expect, it } from 'vitest';
import { placeFlow } from '../../../src/engines/controllers/place-flow.ts';

const controllers = [
  { name: 'rest', namespaces: [], workerGroups: [] },
  { name: 'eu', namespaces: ['web', 'web.*'], workerGroups: [] },
  { name: 'shop', namespaces: ['web.shop', 'web.shop.*'], workerGroups: [] },
  { name: 'lab', namespaces: ['*'], workerGroups: ['bench'] },
  { name: 'gpu', namespaces: ['web.ml.*'], workerGroups: ['gpu', 'gpu-large'] },
];

function nameFor(namespace: string, ...groups: readonly string[]): string | undefined {
  const workerGroups = groups.map((group, index) => ({ group, of: `the task "${'abc'[index]}"` }));
  const placement = placeFlow(controllers, { namespace, workerGroups });
  return 'controller' in placement ? placement.controller.name : placement.problem.code;
}

describe('the controller of a flow', () => {
  it.each([
    ['web', 'eu'],
    ['web.a', 'eu'],
    ['web.shop', 'shop'],
    ['web.shop.cart', 'shop'],
    ['web.ml.vision', 'gpu'],
    ['website', 'lab'],
  ])('is the one with the most specific pattern for %s', (namespace, name) => {
    expect(nameFor(namespace)).toBe(name);
  });

  it.each([
    ['bench', 'lab'],
    ['linux && bench', 'lab'],
    ['bench&&linux', 'lab'],
    ['!bench', 'eu'],
    ['workbench', 'eu'],
    ['linux', 'eu'],
  ])('is the one with the worker group %s', (group, name) => {
    expect(nameFor('web', group)).toBe(name);
  });

  it('is the one for everything else', () => {
    const general = controllers.filter(({ name }) => name === 'rest' || name === 'eu');
    expect(placeFlow(general, { namespace: 'ops', workerGroups: [] })).toEqual({ controller: general[0] });
  });

  it('can have several of the groups', () => {
    expect(nameFor('web', 'gpu', 'linux', 'gpu-large')).toBe('gpu');
  });

  it('is no single one if tasks need two', () => {
    const workerGroups = [
      { group: 'gpu', of: 'the task "train"' },
      { group: 'bench && x86', of: 'the task "measure"' },
    ];
    expect(placeFlow(controllers, { namespace: 'web', workerGroups })).toEqual({
      problem: {
        code: 'several-controllers',
        message:
          'An execution runs on one controller, but the task "train" needs "gpu" (worker group gpu) and the task "measure" needs "lab" (worker group bench && x86). Move these tasks to a flow of their own, and call it with "separate: true".',
        group: 'bench && x86',
      },
    });
  });

  it('is missing if none is declared for the namespace', () => {
    const only = controllers.filter(({ name }) => name === 'eu');
    expect(placeFlow(only, { namespace: 'ops', workerGroups: [] })).toEqual({
      problem: {
        code: 'no-controller',
        message: 'No controller runs flows of the namespace "ops". Declare one in FLOWGATE_CONTROLLERS.',
      },
    });
  });
});

import { expect, test } from 'vitest';
import { collectContributions, withContributed } from '../../../src/language/flow/contributions.ts';
import { fakeTaskTypes } from './fake-task-types.ts';

const outline = { prefix: 'LAB', vendor: 'acme', inputs: [], tasks: [] };
const { variables } = collectContributions(
  {
    ...fakeTaskTypes(),
    contributions: () => [{ variables: { DIR: 'data', LIST: '{{ variables.DIR }}/list' }, settings: ['A'] }, {}],
  },
  outline,
);
const declared = (name: string) => ({ name, text: '', value: [] });

test.each([
  ['before all others, which may refer to them', ['X'], ['DIR', 'LIST', 'X']],
  ['after those that they refer to', ['X', 'DIR', 'Y'], ['X', 'DIR', 'LIST', 'Y']],
  ['only if the flow does not declare them', ['LIST'], ['DIR', 'LIST']],
])('contributed variables are added %s', (_, names, expected) => {
  expect(withContributed(names.map(declared), variables).map(({ name }) => name)).toEqual(expected);
});

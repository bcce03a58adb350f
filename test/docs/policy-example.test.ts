import { expect, test } from 'vitest';
import { readPolicy } from '../../src/access/read-policy.ts';
import { fencedBlocks, readPages } from './pages.ts';

const examples = readPages().flatMap(({ path, text }) =>
  fencedBlocks(text, 'yaml')
    .filter((yaml) => yaml.startsWith('grants:'))
    .map((yaml) => ({ path, yaml })),
);

test.each(examples)('the policy of $path is valid', ({ yaml }) => {
  expect(readPolicy(yaml).problems).toEqual([]);
});

test('the policy of docs/reference/permissions.md does what the page says', () => {
  const { yaml = '' } = examples.find(({ path }) => path === 'docs/reference/permissions.md') ?? {};
  const { value: policy, problems } = readPolicy(yaml);
  expect(problems).toEqual([]);
  expect(policy?.may({ subject: 'alice', groups: [] }, 'write', 'robotics.fleet')).toBe(true);
  expect(policy?.may({ subject: 'carol', groups: [] }, 'execute', 'shared')).toBe(true);
  expect(policy?.may({ subject: 'carol', groups: [] }, 'write', 'shared')).toBe(false);
});

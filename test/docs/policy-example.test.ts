import { expect, test } from 'vitest';
import { readPolicy } from '../../src/access/read-policy.ts';
import { fencedBlocks, readProjectFile } from './pages.ts';

const examples = fencedBlocks(readProjectFile('docs/reference/configuration.md'), 'yaml').filter((yaml) =>
  yaml.startsWith('grants:'),
);

test('the policy of docs/reference/configuration.md does what the page says', () => {
  const { policy, problems } = readPolicy(examples[0] ?? '');
  expect(problems).toEqual([]);
  expect(policy?.may({ subject: 'alice', groups: [] }, 'write', 'robotics.fleet')).toBe(true);
  expect(policy?.may({ subject: 'carol', groups: [] }, 'execute', 'shared')).toBe(true);
  expect(policy?.may({ subject: 'carol', groups: [] }, 'write', 'shared')).toBe(false);
});

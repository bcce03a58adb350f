import { expect, it } from 'vitest';
import { may } from '../../web/src/api/may.ts';

const rights = [
  { namespaces: ['examples', 'robotics.*'], rights: ['read', 'execute'] },
  { namespaces: ['examples'], rights: ['write'] },
] as const;

it.each([
  ['write', 'examples', true],
  ['read', 'robotics.fleet', true],
  ['read', 'robotics', false],
  ['write', 'robotics.fleet', false],
  ['read', 'examples.more', false],
] as const)('%s in %s: %j', (right, namespace, answer) => {
  expect(may({ rights }, right, namespace)).toBe(answer);
});

it('a star covers every namespace', () => {
  expect(may({ rights: [{ namespaces: ['*'], rights: ['read'] }] }, 'read', 'any')).toBe(true);
});

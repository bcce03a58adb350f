import { expect, it } from 'vitest';
import { isExpired, problemsOf, requestOf, usersOf, type TokenForm } from '../../web/src/pages/tokens/token-form.ts';

const form: TokenForm = {
  name: 'ci',
  namespaces: 'robotics, robotics.*\n*',
  rights: ['execute', 'read'],
  usedBy: 'http',
  lifetime: '30',
};
const now = Date.parse('2026-01-02T03:04:05.678Z');

it('becomes a request', () => {
  expect(problemsOf(form)).toEqual({});
  expect(requestOf(form, now)).toEqual({
    name: 'ci',
    namespaces: ['robotics', 'robotics.*', '*'],
    rights: ['read', 'execute'],
    surfaces: ['http'],
    expiresAt: '2026-02-01T03:04:05.678Z',
  });
  expect(requestOf({ ...form, usedBy: 'http mcp' }, now).surfaces).toEqual(['http', 'mcp']);
  expect(requestOf({ ...form, lifetime: 'never' }, now).expiresAt).toBeNull();
});

it('says who uses a token', () => {
  const words = ([['http'], ['mcp'], ['http', 'mcp']] as const).map((surfaces) => usersOf({ surfaces: [...surfaces] }));
  expect(words).toEqual(['programs', 'agents', 'programs and agents']);
});

it('is complete', () => {
  expect(Object.keys(problemsOf({ name: '', namespaces: ' ', rights: [], usedBy: 'http', lifetime: '90' }))).toEqual([
    'name',
    'namespaces',
    'rights',
  ]);
  for (const name of ['CI', 'token:ci', '-ci', 'c i', 'x'.repeat(64)])
    expect(Object.keys(problemsOf({ ...form, name }))).toEqual(['name']);
  for (const namespaces of ['Robotics', 'robotics.*.arm', '**', 'a b/c'])
    expect(problemsOf({ ...form, namespaces }).namespaces).toMatch(/is not a namespace/);
});

it('a token expires at its time', () => {
  const expiresAt = new Date(now).toISOString();
  expect([now - 1, now].map((time) => isExpired({ expiresAt }, time))).toEqual([false, true]);
  expect(isExpired({}, now)).toBe(false);
});

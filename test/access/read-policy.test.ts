import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { loadPolicy } from '../../src/access/load-policy.ts';
import { readPolicy } from '../../src/access/read-policy.ts';

const text = `grants:
  - subjects: [alice]
    namespaces: [ci, robotics.*]
    rights: [read, write]
  - groups: [operators]
    namespaces: ["*"]
    rights: [execute]
  - subjects: ["*"]
    namespaces: [public]
    rights: [read]
`;

describe('a policy', () => {
  const { policy } = readPolicy(text);
  const alice = { subject: 'alice', groups: [] };
  const olga = { subject: 'olga', groups: ['staff', 'operators'] };

  test.each([
    [alice, 'read', 'ci', true],
    [alice, 'write', 'ci', true],
    [alice, 'execute', 'ci', false],
    [alice, 'read', 'ci.build', false],
    [alice, 'read', 'robotics.fleet', true],
    [alice, 'read', 'robotics.fleet.eu', true],
    [alice, 'read', 'robotics', false],
    [alice, 'read', 'roboticsx', false],
    [alice, 'read', 'public', true],
    [olga, 'execute', 'anything.at-all', true],
    [olga, 'read', 'ci', false],
    [{ subject: 'operators', groups: [] }, 'execute', 'ci', false],
    [{ subject: 'mallory', groups: ['alice'] }, 'read', 'ci', false],
    [{ subject: 'Alice', groups: [] }, 'read', 'ci', false],
  ] as const)('%j may %s in %s: %s', (identity, right, namespace, expected) => {
    expect(policy?.may(identity, right, namespace)).toBe(expected);
  });
});

describe('problems', () => {
  test('are reported all at once, with their positions', () => {
    const { policy, problems } = readPolicy(`grants:
  - subject: [alice]
    namespaces: [CI]
    rights: [raed]
  - groups: [ops]
    namespaces: []
    rights: write
extra: 1
`);
    expect(policy).toBeUndefined();
    expect(problems.map(({ line, column, code }) => `${line}:${column} ${code}`).toSorted()).toEqual([
      '2:5 missing-property',
      '2:5 unknown-property',
      '3:18 invalid-value',
      '4:14 invalid-value',
      '6:17 empty-list',
      '7:13 wrong-type',
      '8:1 unknown-property',
    ]);
    expect(problems.find(({ code }) => code === 'unknown-property')?.message).toContain('Did you mean "subjects"?');
  });

  test.each([
    ['', 'not-a-mapping'],
    ['- a\n', 'not-a-mapping'],
    ['grants: [\n', 'yaml-syntax'],
    ['grants: []\n', 'empty-list'],
    ['grants:\n  - {subjects: [a], namespaces: [a.**], rights: [read]}\n', 'invalid-value'],
    ['grants:\n  - {subjects: [a], namespaces: ["*.a"], rights: [read]}\n', 'invalid-value'],
    ['grants:\n  - {subjects: [], namespaces: [a], rights: [read]}\n', 'missing-property'],
    ['grants: [{subjects: [a], namespaces: [a], rights: [read]}]\ngrants: []\n', 'yaml-duplicate-key'],
  ])('%j is %s', (invalid, code) => {
    const { policy, problems } = readPolicy(invalid);
    expect(policy).toBeUndefined();
    expect(problems.map((problem) => problem.code)).toContain(code);
  });

  test('of a file include its path', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'flowgate-policy-'));
    const file = join(folder, 'policy.yaml');
    await expect(loadPolicy(file)).rejects.toThrow(/Cannot read.*policy\.yaml/);
    writeFileSync(file, 'grants: []\nmore: 1\n');
    await expect(loadPolicy(file)).rejects.toThrow(
      /2 problems:\n.*policy\.yaml:1:\d+ empty-list[^]*policy\.yaml:2:1 unknown-property/,
    );
    writeFileSync(file, text);
    expect((await loadPolicy(file)).may({ subject: 'x', groups: [] }, 'read', 'public')).toBe(true);
    rmSync(folder, { recursive: true });
  });
});

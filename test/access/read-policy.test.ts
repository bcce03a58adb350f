import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { Caller } from '../../src/access/caller.ts';
import { loadOperatorFile } from '../../src/access/operator-file.ts';
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
  const { value: policy } = readPolicy(text);
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
    const { value: policy, problems } = readPolicy(`grants:
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

  test('the priority of flows is limited by the grants to write, and 50 is for everybody who writes', () => {
    const { value: policy } = readPolicy(`grants:
  - {subjects: [ann], namespaces: ["*"], rights: [read, write], max_priority: 60}
  - {groups: [ops], namespaces: [web], rights: [write], max_priority: 90}
  - {groups: [ops], namespaces: [ci], rights: [read], max_priority: 100}
`);
    const callerOf = (subject: string, groups: readonly string[]) => Caller.of({ subject, groups }, policy);
    const max = (namespace: string) =>
      [callerOf('ann', ['ops']), callerOf('bob', ['ops']), callerOf('eve', [])].map((caller) =>
        caller.maxPriority(namespace),
      );
    expect([max('web'), max('ci')]).toEqual([
      [90, 90, 50],
      [60, 50, 50],
    ]);
    expect(Caller.of({ subject: 'ann', groups: [] }, undefined).maxPriority('web')).toBe(100);
    expect(() => callerOf('bob', ['ops']).requirePriority(91, 'web')).toThrow(
      '"bob" may give flows in the namespace web a priority of at most 90; found 91.',
    );
  });

  test.each([
    ['grants:\n  - {subjects: [a], namespaces: [a], rights: [write], max_priority: 40}\n', 'invalid-value'],
    ['grants:\n  - {subjects: [a], namespaces: [a], rights: [write], max_priority: high}\n', 'wrong-type'],
    ['', 'not-a-mapping'],
    ['- a\n', 'not-a-mapping'],
    ['grants: [\n', 'yaml-syntax'],
    ['grants: []\n', 'empty-list'],
    ['grants:\n  - {subjects: [a], namespaces: [a.**], rights: [read]}\n', 'invalid-value'],
    ['grants:\n  - {subjects: [a], namespaces: ["*.a"], rights: [read]}\n', 'invalid-value'],
    ['grants:\n  - {subjects: ["jenkins:ada"], namespaces: [a], rights: [read]}\n', 'invalid-value'],
    ['grants:\n  - {subjects: [], namespaces: [a], rights: [read]}\n', 'missing-property'],
    ['grants: [{subjects: [a], namespaces: [a], rights: [read]}]\ngrants: []\n', 'yaml-duplicate-key'],
  ])('%j is %s', (invalid, code) => {
    const { value: policy, problems } = readPolicy(invalid);
    expect(policy).toBeUndefined();
    expect(problems.map((problem) => problem.code)).toContain(code);
  });

  test('of a file include its path', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'flowgate-policy-'));
    const file = join(folder, 'policy.yaml');
    await expect(loadOperatorFile(file, 'policy', readPolicy)).rejects.toThrow(/Cannot read.*policy\.yaml/);
    writeFileSync(file, 'grants: []\nmore: 1\n');
    await expect(loadOperatorFile(file, 'policy', readPolicy)).rejects.toThrow(
      /2 problems:\n.*policy\.yaml:1:\d+ empty-list[^]*policy\.yaml:2:1 unknown-property/,
    );
    writeFileSync(file, text);
    expect(
      (await loadOperatorFile(file, 'policy', readPolicy)).may({ subject: 'x', groups: [] }, 'read', 'public'),
    ).toBe(true);
    rmSync(folder, { recursive: true });
  });
});

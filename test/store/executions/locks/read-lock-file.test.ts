import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { loadOperatorFile } from '../../../../src/access/operator-file.ts';
import { isOperatorError } from '../../../../src/base/problem/operator-error.ts';
import {
  claimsOf,
  declarationOf,
  declaredSize,
  lockProblem,
} from '../../../../src/store/executions/locks/lock-file.ts';
import { readLockFile } from '../../../../src/store/executions/locks/read-lock-file.ts';

const text = `locks:
  licences: {permits: 4, namespaces: [web, "web.*"]}
  "db-*": {namespaces: ["*"]}
  db-main: {permits: 2, namespaces: [web]}
running:
  web: 20
  "web.*": 5
  "*": 50
`;
const { value: file } = readLockFile(text);

describe('a file of locks', () => {
  it('has locks with permits and namespaces, and limits of running executions', () => {
    expect(file).toEqual({
      locks: [
        { name: 'licences', permits: 4, namespaces: ['web', 'web.*'] },
        { name: 'db-*', permits: 1, namespaces: ['*'] },
        { name: 'db-main', permits: 2, namespaces: ['web'] },
      ],
      running: [
        { namespaces: 'web', max: 20 },
        { namespaces: 'web.*', max: 5 },
        { namespaces: '*', max: 50 },
      ],
    });
  });

  it('the name of a lock counts before patterns, and the longest pattern before others', () => {
    const nameOf = (name: string) => declarationOf(file!.locks, name)?.name;
    expect(['db-main', 'db-eu', 'licences', 'other'].map(nameOf)).toEqual(['db-main', 'db-*', 'licences', undefined]);
    expect(
      ['lock:db-main', 'lock:other', 'namespace:web', 'namespace:web.shop', 'namespace:ci', 'controller:lab'].map(
        (pool) => declaredSize(file!, pool as 'lock:x'), // one of each kind
      ),
    ).toEqual([2, 0, 20, 5, 50, undefined]);
    expect(claimsOf(file!, 'web.shop', [{ name: 'db-eu', permits: 1 }])).toEqual([
      { pool: 'lock:db-eu', permits: 1, size: 1 },
      { pool: 'namespace:web.shop', permits: 1, size: 5 },
    ]);
  });

  it('decides who may take how much', () => {
    const problem = (namespace: string, name: string, permits = 1) =>
      lockProblem(file!.locks, { namespace, name, permits });
    expect(problem('web', 'licences', 4)).toBeUndefined();
    expect(problem('web', 'licences', 5)).toBe('The lock "licences" has 4 permits; the flow asks for 5.');
    expect(problem('ci', 'licences')).toBe('The namespace "ci" may not use the lock "licences".');
    expect(problem('ci', 'db-eu', 2)).toBe('The lock "db-eu" has 1 permit; the flow asks for 2.');
    expect(problem('ci', 'other')).toBe(
      'No lock "other" is declared. The operator of Flowgate declares locks in FLOWGATE_LOCKS.',
    );
  });

  it.each([
    ['locks: {a b: {namespaces: [web]}}', 'invalid-id'],
    ['locks: {a: {permits: 0, namespaces: [web]}}', 'invalid-value'],
    ['locks: {a: {permits: 2}}', 'missing-property'],
    ['locks: {a: {size: 2, namespaces: [web]}}', 'unknown-property'],
    ['locks: {a: 3}', 'not-a-mapping'],
    ['running: {Web: 3}', 'invalid-value'],
    ['running: {web: many}', 'wrong-type'],
    ['lock: {}', 'unknown-property'],
    ['[]', 'not-a-mapping'],
  ])('%s is a problem', (invalid, code) => {
    const { value: none, problems } = readLockFile(invalid);
    expect([none, problems.map((problem) => problem.code)]).toEqual([undefined, [code]]);
  });

  it('stops the start with all problems, without a stack', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'flowgate-locks-'));
    const path = join(folder, 'locks.yaml');
    const errorOf = () => loadOperatorFile(path, 'file of locks', readLockFile).catch((error: unknown) => error);
    const missing = await errorOf();
    expect([isOperatorError(missing), String(missing)]).toEqual([
      true,
      expect.stringContaining('Cannot read the file of locks'),
    ]);
    writeFileSync(path, 'locks: {a: {permits: 0}}\n');
    expect(String(await errorOf())).toMatch(/Invalid file of locks, 2 problems:\n.*locks\.yaml:1:13 missing-property/);
    rmSync(folder, { recursive: true });
  });
});

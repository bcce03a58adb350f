import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { ArtifactLists } from '../../../../src/engines/jenkins/builds/artifact-lists.ts';
import type { ExecutionRecord } from '../../../../src/lifecycle/execution-record.ts';

let paths: string[];
let reads: number;
let lists: ArtifactLists;
const inJenkins = async (path: string) => (await lists.find(record('1'), path))?.original;
const record = (id: string) => ({ id }) as ExecutionRecord; // nothing else is used

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['performance'] });
  [paths, reads] = [['a', 'b'], 0];
  lists = new ArtifactLists(async () => {
    reads++;
    return paths.map((path) => ({ path, original: `${path} in Jenkins`, build: 1 }));
  });
});
afterEach(() => vi.useRealTimers());

it('reads a list once for many downloads', async () => {
  const found = await Promise.all(['a', 'b', 'c', 'a'].map((path) => inJenkins(path)));
  expect(found).toEqual(['a in Jenkins', 'b in Jenkins', undefined, 'a in Jenkins']);
  expect(reads).toBe(1);
});

it('reads it again for a path that may be new, and after a while', async () => {
  expect(await inJenkins('new')).toBeUndefined();
  paths.push('new');
  expect(await inJenkins('new')).toBeUndefined();
  vi.advanceTimersByTime(1_000);
  expect(await inJenkins('new')).toBe('new in Jenkins');
  expect(reads).toBe(2);
  vi.advanceTimersByTime(60_000);
  paths = [];
  expect(await inJenkins('new')).toBeUndefined();
});

it('keeps few lists, and none that could not be read', async () => {
  for (const id of ['1', '2', '3', '4', '5', '6', '1']) await lists.find(record(id), 'a');
  expect(reads).toBe(7);
  const failing = new ArtifactLists(async () => {
    reads++;
    throw new Error('Jenkins is gone');
  });
  for (let round = 0; round < 2; round++) await expect(failing.find(record('1'), 'a')).rejects.toThrow('gone');
  expect(reads).toBe(9);
});

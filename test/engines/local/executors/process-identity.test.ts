import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { isAlive, thisProcess } from '../../../../src/engines/local/executors/process-identity.ts';

const noted = (changes: object) => JSON.stringify({ ...(JSON.parse(thisProcess()) as object), ...changes });

it.skipIf(process.platform !== 'linux')('another process is alive as long as it is the one that started then', () => {
  const startedAt = readFileSync(`/proc/${process.ppid}/stat`, 'latin1')
    .replace(/^.*\) /s, '')
    .split(' ')[19];
  expect(isAlive(noted({ id: process.ppid, startedAt }))).toBe(true);
  expect(isAlive(noted({ id: process.ppid, startedAt: '1' }))).toBe(false);
  expect(isAlive(noted({ startedAt: '1' }))).toBe(false);
  expect(isAlive(noted({ id: 2 ** 22 + 1 }))).toBe(false);
});

it('nothing is known about this process, other machines, other containers and broken notes', () => {
  expect(isAlive(thisProcess())).toBeUndefined();
  expect(isAlive(noted({ id: process.ppid, boot: 'another' }))).toBeUndefined();
  expect(isAlive(noted({ id: process.ppid, namespace: 'pid:[1]' }))).toBeUndefined();
  for (const text of ['', '{', 'null', '7']) expect(isAlive(text)).toBeUndefined();
});

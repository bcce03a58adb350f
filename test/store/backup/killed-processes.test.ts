import { spawnSync } from 'node:child_process';
import { existsSync, readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { RedisAuditTrail } from '../../../src/store/audit/redis-audit-trail.ts';
import { backup, restore } from '../../../src/store/backup/run-backup.ts';
import { openStoreFormat } from '../../../src/store/migrations/redis-store-format.ts';
import { bundledProgram } from '../../support/bundled-program.ts';
import { startTestRedis, temporaryFolder, type TestRedis } from '../../support/redis.ts';
import { noFaults, storeContent, storeFaults } from '../../support/store-faults.ts';
import { loadStoredFixture } from '../../support/stored-fixture.ts';

const now = new Date('2026-12-31T23:59:59Z');
const program = await bundledProgram(join(import.meta.dirname, '../../support/killed-store-program.ts'));
/** Where in its work a process is killed: at its first commands, in the middle, at its last command. */
const places = [0.2, 0.5, 0.8, 0.99];
let test: TestRedis;
let folder: string;
let file: string;

beforeAll(async () => {
  test = await startTestRedis();
  folder = temporaryFolder();
  file = join(folder, 'flowgate.backup');
  await loadStoredFixture(test.redis, 'format-2');
  await open();
  for (let entry = 0; entry < 300; entry += 1)
    await new RedisAuditTrail(test.redis, 0).append([
      { actor: 'ada', action: 'runFlow', outcome: 'done', status: 202, requestId: String(entry) },
    ]);
  await backup(configuration(), { output: file, now });
});
afterAll(async () => {
  rmSync(folder, { recursive: true, force: true });
  await test.stop();
});

function configuration() {
  const dataFolder = join(folder, 'data');
  const key = 'a key for the tests alone';
  return { redisUrl: test.server.socketPath, key, auditDays: 0, dataFolder, filesFolder: join(dataFolder, 'files') };
}

const open = () => openStoreFormat(test.redis, { version: '0.2.0', report: () => undefined });

/** @returns how many commands it sent, unless it was killed before its end */
function run(task: 'backup' | 'restore', commands: number, output = file): number | undefined {
  const values = [task, String(commands), test.server.socketPath, output, join(folder, 'data')];
  const { stdout, stderr, signal } = spawnSync(process.execPath, [program, ...values], {
    encoding: 'utf8',
  });
  if (signal === 'SIGKILL') return undefined;
  expect(stderr).toBe('');
  return Number(stdout);
}

/** Empties the store and forgets the scripts, so that every run sends the same commands. */
async function empty(): Promise<void> {
  await test.redis.flushall();
  await test.redis.script('FLUSH');
}

/** A killed process holds the lock for another while. */
async function freeLock(): Promise<void> {
  await test.redis.del('{flowgate}:store-lock');
}

describe('KILL', () => {
  it('during a restore leaves a store on which no Flowgate starts, until the restore is repeated', async () => {
    const restoreAgain = () => restore(configuration(), file, { replaces: false, acceptsOtherKey: false });
    await empty();
    const commands = run('restore', Infinity) ?? 0;
    const whole = await storeContent(test.redis);
    expect(await storeFaults(test.redis)).toEqual(noFaults);
    expect(commands).toBeGreaterThan(50);
    let repeated = 0;
    for (const place of places) {
      await empty();
      expect(run('restore', Math.floor(commands * place))).toBeUndefined();
      await freeLock();
      const isIncomplete = (await test.redis.hexists('{flowgate}:store', 'restoring')) === 1;
      const isEmpty = (await test.redis.dbsize()) === 0;
      const start = await open().then(
        () => 'started',
        (error: Error) => error.message,
      );
      expect(start).toMatch(isIncomplete ? /run flowgate restore again/ : /^started$/);
      // It was complete if it was killed after its last change.
      if (isIncomplete || isEmpty) await restoreAgain();
      expect(await storeContent(test.redis)).toEqual(whole);
      await open();
      if (isIncomplete) repeated += 1;
    }
    expect(repeated).toBeGreaterThan(1);
  });

  it('during a backup leaves no file under its name, and none that a restore accepts', async () => {
    const output = join(folder, 'other.backup');
    const commands = run('backup', Infinity, output) ?? 0;
    rmSync(output);
    for (const place of [0.5, 0.99]) {
      expect(run('backup', Math.floor(commands * place), output)).toBeUndefined();
      expect(existsSync(output)).toBe(false);
    }
    const parts = readdirSync(folder).filter((name) => name.endsWith('.part'));
    expect(parts).not.toEqual([]);
    for (const part of parts)
      await expect(
        restore(configuration(), join(folder, part), { replaces: true, acceptsOtherKey: false }),
      ).rejects.toThrow('is not a complete Flowgate backup');
  });
});

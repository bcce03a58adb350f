import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, expect, it } from 'vitest';
import { connectRedis, type RedisConnection } from '../../../src/store/redis/connect-redis.ts';
import { endedByFullDisk, OwnRedisServer } from '../../../src/store/redis/own-redis-server.ts';
import { onSmallDisk } from '../../hard/support/small-disk.ts';
import { temporaryFolder } from '../../support/redis.ts';

let redis: RedisConnection | undefined;
afterEach(() => redis?.disconnect());

async function until(condition: () => boolean | Promise<boolean>): Promise<void> {
  while (!(await condition())) await sleep(20);
}

it(
  'goes on as often as it ends on a full disk, and keeps what was acknowledged',
  { timeout: 60_000 },
  async ({ skip }) => {
    const reason = await onSmallDisk(16 * 2 ** 20, async (disk) => {
      const reports: string[] = [];
      const lost: Error[] = [];
      const server = await OwnRedisServer.start({
        dataFolder: join(disk.folder, 'data'),
        report: (message) => reports.push(message),
        onLost: (error) => lost.push(error),
      });
      try {
        const connection = (redis = connectRedis({ socketPath: server.socketPath }, () => undefined));
        const write = (name: string) =>
          connection.set(name, 'x'.repeat(100_000)).then(
            () => true,
            () => false,
          );
        await until(() => write('before'));
        disk.fill(0);
        // More often than it may exit for any other reason.
        await until(async () => {
          await write('while full');
          return reports.length > 6 || lost.length > 0;
        });
        expect(lost).toEqual([]);
        expect(reports).toEqual(reports.map(() => expect.stringContaining('disk is full')));
        disk.empty();
        await until(() => write('after'));
        expect(await connection.strlen('before')).toBe(100_000);
      } finally {
        await server.stop();
      }
    });
    if (reason !== undefined) skip(reason);
  },
);

it('recognizes a full disk from the output of Redis', async () => {
  const folder = temporaryFolder();
  expect(await endedByFullDisk(folder, 'Error writing to the AOF file: No space left on device')).toBe(true);
  expect(await endedByFullDisk(folder, 'Bad file format reading the append only file')).toBe(false);
  expect(await endedByFullDisk(join(folder, 'missing'), '')).toBe(false);
});

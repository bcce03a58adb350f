/*
 * Works on a store, and ends by KILL after so many commands to Redis. Arguments: what to do (backup or restore),
 * the number of commands, the socket of Redis, a backup, and a data folder. Prints how many commands it sent if it
 * comes to its end.
 */
import { Redis } from 'ioredis';
import { backup, restore } from '../../src/store/backup/run-backup.ts';

const [task = '', count = '', socketPath = '', file = '', dataFolder = ''] = process.argv.slice(2);
let sent = 0;
const send = Redis.prototype.sendCommand;
Redis.prototype.sendCommand = function (this: Redis, ...args) {
  sent += 1;
  if (sent > Number(count)) process.kill(process.pid, 'SIGKILL');
  return send.apply(this, args);
};

const configuration = {
  redisUrl: socketPath,
  key: 'a key for the tests alone',
  auditDays: 0,
  dataFolder,
  filesFolder: `${dataFolder}/files`,
};
if (task === 'backup') await backup(configuration, { output: file, now: new Date('2026-12-31T23:59:59Z') });
else await restore(configuration, file, { replaces: false, acceptsOtherKey: false });
process.stdout.write(String(sent));

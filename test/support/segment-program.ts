/*
 * Runs an execution until it waits or has ended, and ends a wait with success before. It ends by KILL after so many
 * commands to Redis. Arguments: the number of commands, the socket of Redis, a data folder, a flow in YAML in which the
 * task `gate` waits, and the id of the execution. Prints how many commands it sent if it comes to its end.
 */
import { Redis } from 'ioredis';
import { connectRedis } from '../../src/store/redis/connect-redis.ts';
import { planOf } from './local-run.ts';
import { isReady } from './redis.ts';
import { SegmentRig } from './segment-rig.ts';
import { waitingAt } from './segments.ts';

const [count = '', socketPath = '', dataFolder = '', text = '', id = ''] = process.argv.slice(2);
const redis = connectRedis({ socketPath }, () => undefined);
await isReady(redis);
const rig = new SegmentRig({ redis, dataFolder, plan: waitingAt(planOf(text), 'gate', { kind: 'time' }) });
let sent = 0;
const send = Redis.prototype.sendCommand;
Redis.prototype.sendCommand = function (this: Redis, ...args) {
  sent += 1;
  if (sent > Number(count)) process.kill(process.pid, 'SIGKILL');
  return send.apply(this, args);
};
await rig.runThrough(id);
await rig.work.stop();
process.stdout.write(String(sent));
redis.disconnect();

import { withRedis } from '../rig/measured-redis.ts';
import type { Part } from '../rig/part.ts';
import { measureFollowers } from './measure-followers.ts';
import { measureFollowing } from './measure-following.ts';
import { measureIntake } from './measure-intake.ts';
import { measureRevisions } from './measure-revisions.ts';

export const scale: Part = {
  name: 'scale',
  title: 'Several processes on one Redis',
  description: `Executions that are accepted per second from 16 clients at once, by gateways that share a Redis which writes every change
to disk before it responds. They are compared with what one process adds to a queue of BullMQ on the same Redis in the
same run, and with what the minimal server adds that reads and validates the same requests. The goal is half of it.
Servers, Redis and the clients share the cores of one machine, so the CPU time per execution says more about larger
machines than the rate does.`,
  run: async (report) => {
    await withRedis((redis) => measureIntake(redis, report));
    await withRedis((redis) => measureFollowing(redis, report));
    await measureFollowers(report);
    await withRedis((redis) => measureRevisions(redis, report));
  },
};

import type { Part } from '../../bench/rig/part.ts';
import { kinds } from '../lifecycle/model/beginnings.ts';
import { walkOnRedis } from '../lifecycle/model/redis-walk.ts';
import { walk } from '../lifecycle/model/walk.ts';
import { World } from '../lifecycle/model/world.ts';
import { startTestRedis } from '../support/redis.ts';
import { runSeed, seededRandom } from './support/seeded-random.ts';

const depth = 6;
const walks = Number(process.env.FLOWGATE_HARD_LIVES ?? 200);
const steps = 200;

export const lives: Part = {
  name: 'lives',
  description:
    'Every event of the life of an execution in every order, with a crash after every step, in memory; and random orders on Redis, some of them from senders that know what was, compared with memory after each: nothing is lost or doubled, and no claim, secret or place in an index is left.',
  run: async (report) => {
    report.figure('seed', runSeed);
    for (const kind of kinds) {
      const { worlds, events, fault } = await walk(await World.create(kind), depth);
      report.figure(`${kind} in memory`, `${events} events in ${worlds} different situations`);
      report.check(`${kind}: nothing is lost or doubled`, fault);
    }
    const test = await startTestRedis();
    try {
      for (let index = 0; index < walks; index++) {
        const kind = kinds[index % kinds.length]!;
        await test.redis.flushall();
        const difference = await walkOnRedis(test.redis, { kind, steps, below: seededRandom(runSeed, index).below });
        if (difference !== undefined) return report.check(`Redis does what the model does (walk ${index})`, difference);
      }
      report.figure('on Redis', `${walks} walks of ${steps} events`);
      report.check('Redis does what the model does');
    } finally {
      await test.stop();
    }
  },
};

import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { SeededRandom } from '../../src/faces/flow-tests/run/seeded-random.ts';
import { startTestRedis, type TestRedis } from '../support/redis.ts';
import { kinds } from './model/beginnings.ts';
import { walkOnRedis } from './model/redis-walk.ts';

let test: TestRedis;

beforeAll(async () => {
  test = await startTestRedis();
});
beforeEach(() => test.redis.flushall());
afterAll(() => test.stop());

// `npm run test:hard -- lives` walks much further.
const seeds = [1, 2, 3, 4, 5, 6, 7, 8];

it.each(seeds.flatMap((seed) => kinds.map((kind) => ({ seed, kind }))))(
  'Redis does what the model does (seed $seed, $kind)',
  async ({ seed, kind }) => {
    const random = new SeededRandom(seed);
    const below = (end: number) => Math.floor(random.next() * end);
    expect(await walkOnRedis(test.redis, { kind, steps: 150, below })).toBeUndefined();
  },
);

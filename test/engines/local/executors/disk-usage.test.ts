import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { diskUsage } from '../../../../src/engines/local/executors/disk-usage.ts';
import { temporaryFolder } from '../../../support/redis.ts';

it('counts everything in each folder that exists', async () => {
  const top = temporaryFolder();
  const [large, small, missing] = ['la rge', 'small', 'missing'].map((name) => join(top, name)) as [
    string,
    string,
    string,
  ];
  mkdirSync(join(large, 'deep'), { recursive: true });
  mkdirSync(small);
  writeFileSync(join(large, 'deep', 'file'), Buffer.alloc(1_000_000, 1));
  const usage = await diskUsage([missing, large, small]);
  rmSync(top, { recursive: true });
  expect(usage.get(large)).toBeGreaterThanOrEqual(1_000_000);
  expect(usage.get(small)).toBeLessThan(1_000_000);
  expect(usage.has(missing)).toBe(false);
});

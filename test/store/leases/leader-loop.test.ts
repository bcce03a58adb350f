import { once } from 'node:events';
import { expect, it } from 'vitest';
import { LeaderLoop } from '../../../src/store/leases/leader-loop.ts';
import type { Lease } from '../../../src/store/leases/lease.ts';

const lease: Lease = {
  name: 'leader',
  token: 1,
  milliseconds: 10_000,
  renew: async () => true,
  reclaim: async () => true,
  release: async () => undefined,
};

it('runs many rounds without a warning of Node.js', async () => {
  const warnings: Error[] = [];
  const note = (warning: Error) => void warnings.push(warning);
  process.on('warning', note);
  const ran = new Set<string>();
  const rounds = Array.from({ length: 30 }, (_, index) => ({
    name: String(index),
    everyMilliseconds: 1,
    run: async () => void ran.add(String(index)),
  }));
  const loop = new LeaderLoop({ leases: { acquire: async () => lease }, rounds, report: () => undefined });
  loop.start();
  while (ran.size < rounds.length) await new Promise(setImmediate);
  await loop.stop();
  process.emitWarning('the last one');
  await once(process, 'warning');
  process.off('warning', note);
  expect(warnings.map(({ message }) => message)).toEqual(['the last one']);
});

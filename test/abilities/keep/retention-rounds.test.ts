import { join } from 'node:path';
import { pino } from 'pino';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { retentionRounds } from '../../../src/abilities/keep/retention-rounds.ts';
import { archiveIn, ArchiveRig, signal } from './archive/archive-rig.ts';

let rig: ArchiveRig;
beforeAll(async () => {
  rig = await ArchiveRig.start();
});
afterAll(() => rig.gateway.stop());

it('what has just ended is not archived for its room, and not counted as removed', async () => {
  const { ports, services, dataFolder, filesFolder } = rig.gateway;
  const old = await rig.ended({}, { days: 1, log: 'old\n' });
  const recent = await rig.ended({}, { days: 0, log: 'recent\n' });
  const removals: unknown[] = [];
  const kept: number[] = [];
  const parts = {
    settings: {
      retentionBytes: 0,
      retentionDays: 0,
      namespaceRetentionDays: [],
      archive: archiveIn(rig.folder),
      dataFolder,
      logFolder: join(filesFolder, 'logs'),
    },
    ports,
    engines: services.engines,
    logger: pino({ level: 'silent' }),
    report: (error: unknown) => rig.failures.push(error),
    observe: {
      removal: (...removal: unknown[]) => removals.push(removal),
      retainedBytes: (bytes: number) => kept.push(bytes),
    },
    now: () => new Date(),
  } as unknown as Parameters<typeof retentionRounds>[0]; // what the round reads
  const rounds = retentionRounds(parts, {
    remover: services.remover,
    retention: undefined as never, // of other rounds
    receivers: [],
  });
  await rounds.find(({ name }) => name === 'remove executions beyond the size limit')?.run(signal);
  expect(rig.failures).toEqual([]);
  expect(removals).toEqual([['execution', 1]]);
  expect(kept).toEqual(['recent\n'.length]);
  expect(await ports.marks.find(old)).toBe('archived');
  expect((await ports.stored.store.read(recent))?.archivedAt).toBeUndefined();
});

import { describe, expect, it } from 'vitest';
import { phases } from '../../src/execution/record/execution-record.ts';
import { transitions } from '../../src/lifecycle/transitions.ts';
import { seededFaults } from './model/seeded-faults.ts';
import { walk } from './model/walk.ts';
import { World, type Kind } from './model/world.ts';

const kinds: readonly Kind[] = ['rivals', 'family'];

describe('every event, in every order, from every phase, with a crash after every step', () => {
  it.each(kinds)('loses and doubles nothing (%s)', async (kind) => {
    const found = await walk(await World.create(kind), 3);
    expect(found.fault).toBeUndefined();
    expect([...found.phases].toSorted()).toEqual([...phases].toSorted());
    expect(found.worlds).toBeGreaterThan(500);
  });

  it('applies every event somewhere', async () => {
    const found = await Promise.all(kinds.map(async (kind) => walk(await World.create(kind), 3)));
    const applied = new Set(found.flatMap((each) => [...each.applied]));
    // A pool that has become smaller is not part of these worlds.
    expect(Object.keys(transitions.events).filter((name) => !applied.has(name as never))).toEqual([]);
  });

  it.each(Object.entries(seededFaults))('would find that %s', async (_, table) => {
    let fault: string | undefined;
    for (const kind of kinds) fault ??= (await walk(await World.create(kind, table), 4)).fault;
    expect(fault).toBeDefined();
  });
});

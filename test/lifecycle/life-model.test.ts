import { describe, expect, it } from 'vitest';
import { phases } from '../../src/lifecycle/execution-phases.ts';
import { transitions } from '../../src/lifecycle/transitions.ts';
import { kinds } from './model/beginnings.ts';
import { seededFaults } from './model/seeded-faults.ts';
import { walk } from './model/walk.ts';
import { World } from './model/world.ts';

describe('every event, in every order, from every phase, with a crash after every step', () => {
  const walks = Promise.all(kinds.map(async (kind) => walk(await World.create(kind), 3)));

  it('loses and doubles nothing', async () => {
    expect((await walks).map(({ fault }) => fault)).toEqual(kinds.map(() => undefined));
  });

  it('meets every phase and applies every event', async () => {
    const found = await walks;
    expect(phases.filter((phase) => !found.some((each) => each.phases.has(phase)))).toEqual([]);
    expect(Object.keys(transitions.events).filter((name) => !found.some(({ applied }) => applied.has(name)))).toEqual(
      [],
    );
    expect(found.map(({ worlds }) => worlds > 500)).toEqual(kinds.map(() => true));
  });

  it.each(Object.entries(seededFaults))('would find that %s', async (_, table) => {
    let fault: string | undefined;
    for (const kind of kinds) fault ??= (await walk(await World.create(kind, table), 4)).fault;
    expect(fault).toBeDefined();
  });
});

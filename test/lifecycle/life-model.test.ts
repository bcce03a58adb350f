import { describe, expect, it } from 'vitest';
import type { EventName } from '../../src/lifecycle/events.ts';
import { phases } from '../../src/lifecycle/execution-phases.ts';
import { transitions, type EventRules } from '../../src/lifecycle/transitions.ts';
import { kinds } from './model/beginnings.ts';
import { seededFaults } from './model/seeded-faults.ts';
import { walk } from './model/walk.ts';
import { World } from './model/world.ts';

describe('every event, in every order, from every phase, with a crash after every step', () => {
  const walks = Promise.all(kinds.map(async (kind) => walk(await World.create(kind), 3)));

  it('loses and doubles nothing', async () => {
    expect((await walks).map(({ fault }) => fault)).toEqual(kinds.map(() => undefined));
  });

  it('meets every phase, and every way from one to the next', async () => {
    const found = await walks;
    expect(phases.filter((phase) => !found.some((each) => each.phases.has(phase)))).toEqual([]);
    expect(ways().filter((way) => !found.some(({ applied }) => applied.has(way)))).toEqual([]);
    expect(found.map(({ worlds }) => worlds > 500)).toEqual(kinds.map(() => true));
  });

  it.each(Object.entries(seededFaults))('would find that %s', async (_, table) => {
    let fault: string | undefined;
    for (const kind of kinds) fault ??= (await walk(await World.create(kind, table), 4)).fault;
    expect(fault).toBeDefined();
  });
});

/** Each row of the table, as the walk names it. */
function ways(): readonly string[] {
  return Object.entries(transitions.events).flatMap(([name, { in: rows }]) =>
    phases.flatMap((from) => {
      const to = (rows as EventRules<EventName>['in'])[from]?.to;
      const next = to === 'queued or held' ? ['queued', 'held'] : to === undefined ? [] : [to];
      return next.map((each) => `${from} ${name} ${each}`);
    }),
  );
}

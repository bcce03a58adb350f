import { everyEvent } from './moves.ts';
import type { World } from './world.ts';

export interface Walk {
  /** How many worlds were found that go on differently. */
  readonly worlds: number;
  readonly events: number;
  readonly phases: ReadonlySet<string>;
  /** Each event that was applied, with the phases before and after it. */
  readonly applied: ReadonlySet<string>;
  /** The first thing that is wrong, with the events that led to it. */
  readonly fault?: string;
}

interface Found {
  readonly world: World;
  readonly path: readonly string[];
}

/** Every event in every order, from what a sender knows now or knew before, with a crash after each step, up to a depth. */
export async function walk(start: World, depth: number): Promise<Walk> {
  const known = new Set([start.key]);
  const safe = new Set<string>();
  const phases = new Set<string>();
  const applied = new Set<string>();
  let events = 0;
  let layer: readonly Found[] = [{ world: start, path: [] }];
  const result = (fault?: string): Walk => ({
    worlds: known.size,
    events,
    phases,
    applied,
    ...(fault !== undefined && { fault }),
  });
  for (let level = 0; level < depth && layer.length > 0; level++) {
    const next: Found[] = [];
    for (const { world, path } of layer) {
      for (const id of world.ids) phases.add(world.record(id).phase);
      for await (const { after, step } of successors(world)) {
        events += 1;
        applied.add(step.what);
        const steps = [...path, step.text];
        if (after.violations.length > 0) return result(`${steps.join(', ')}: ${after.violations.join('; ')}`);
        if (known.has(after.key)) continue;
        known.add(after.key);
        const lost = await after.recovered(safe);
        if (lost.length > 0) return result(`${steps.join(', ')}, recovery: ${lost.join('; ')}`);
        next.push({ world: after, path: steps });
      }
    }
    layer = next;
  }
  return result();
}

async function* successors(world: World) {
  for (const id of world.ids)
    for (const [age, record] of world.known(id).entries())
      for (const event of everyEvent(record)) {
        const after = await world.after(record, event);
        if (after === undefined) continue;
        const text = `${world.name(id)} ${event.name}${age === 0 ? '' : ' (late)'}`;
        const what = `${world.record(id).phase} ${event.name} ${after.record(id).phase}`;
        yield { after, step: { what, text } };
        if (after.queue.size > world.queue.size)
          yield { after: after.crashedAfter(world), step: { what, text: `${text} and a crash` } };
      }
  if (world.store.now === 0) yield { after: world.later(), step: { what: '', text: 'later' } };
}

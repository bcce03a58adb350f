import type { Part } from '../../bench/rig/part.ts';
import {
  clockChanges,
  kindsOf,
  libraries,
  libraryTicks,
  ownTicks,
  ticksByRule,
  tried,
} from '../store/triggers/clock-changes.ts';

// Ten years.
const [from, to] = [2025, 2035];

export const schedules: Part = {
  name: 'schedules',
  description: `Every change of every time zone's clock from ${from} until before ${to}: the ticks around it are those of the rule. For one change of each kind, how many of the same questions two libraries answer otherwise.`,
  run: async (report) => {
    const changes = clockChanges(from, to);
    const kinds = new Set(kindsOf(changes));
    const wrong: string[] = [];
    const differing = new Map<string, number>();
    for (const change of changes)
      for (const [kind, crons] of Object.entries(tried))
        for (const cron of crons) {
          const expected = ticksByRule(cron, kind === 'interval', change).join(' ');
          const own = (await ownTicks(cron, change)).join(' ');
          if (own !== expected) wrong.push(`${change.timezone} ${cron}: ${own} instead of ${expected}`);
          if (!kinds.has(change)) continue;
          for (const library of Object.keys(libraries) as (keyof typeof libraries)[])
            if (libraryTicks(library, cron, change).join(' ') !== expected)
              differing.set(`${library}, ${kind}`, (differing.get(`${library}, ${kind}`) ?? 0) + 1);
        }
    const asked = tried.fixed.length * kinds.size;
    report.figure('different changes of clocks', changes.length);
    for (const [what, count] of [...differing].toSorted())
      report.figure(`${what} schedules that differ`, `${count} of ${asked}`);
    report.check('all ticks are those of the rule', wrong.length > 0 && wrong.slice(0, 20).join('\n'));
  },
};

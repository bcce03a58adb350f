import { setTimeout as pause } from 'node:timers/promises';
import type { FlowgateOnController } from '../../test/support/flowgate-on-controller.ts';
import { processesWith } from '../../test/support/processes.ts';
import { maxStop } from '../../test/support/random-stops/judge-stop.ts';
import { pressStops, type PressedStop } from '../../test/support/random-stops/press-stops.ts';
import type { Cell, Part, PartReport } from '../rig/part.ts';
import { median } from '../rig/statistics.ts';

/** The time after which the processes of a killed task must have ended. */
const orphanPatience = 10_000;

/** Stops executions at random moments. */
export function stopsPart(
  flowgate: FlowgateOnController,
  { count, seed }: { readonly count: number; readonly seed: number },
): Part {
  return {
    name: 'stops',
    title: 'Stops at random moments',
    description: `Written by \`npm run bench:jenkins -- stops --count ${count} --seed ${seed}\`. Flows run on all executors in parallel; each is
stopped once, at a random moment in its first seconds, possibly before its build starts.

A stop is obeyed if the execution ends as KILLED and no task outside \`errors\` and \`finally\` starts or shows activity more than
${maxStop} s after it, according to the log in Jenkins and the record. If it arrives during \`errors\`, the execution may also end as
FAILED. \`finally\` has two tasks, of which the first takes 3 s, and must run completely, exactly once; each called flow has its own.
Seconds are counted from the stop, by the clocks of this machine and of the agent.`,
    run: async (report) => {
      const stops = await pressStops(flowgate, { count, seed, report: (stop) => note(stop, count, report) });
      await pause(orphanPatience);
      tell(stops, report);
      const orphans = processesWith(`/${flowgate.folder}/`).length;
      report.figure(`task processes left on this machine ${orphanPatience / 1000} s after the last end`, orphans);
    },
  };
}

function note(stop: PressedStop, count: number, report: PartReport): void {
  const what = `${stop.index + 1} of ${count}, ${nameOf(stop)} after ${stop.delay} ms`;
  report.note([`${what}: quiet after ${stop.quiet.toFixed(1)} s`, ...problemsOf(stop)].join('; '));
  if (problemsOf(stop).length > 0) report.check(what, problemsOf(stop).join('; '));
}

function tell(stops: readonly PressedStop[], report: PartReport): void {
  const inFlowgate = stops.filter(({ pressedIn }) => pressedIn === 'Flowgate');
  const inJenkins = stops.filter(({ pressedIn }) => pressedIn === 'Jenkins');
  const descriptions = [...new Set(inFlowgate.map(({ flow }) => flow.description))];
  report.table(
    `flow | stops | obeyed within ${maxStop} s | \`finally\` once | last task start (worst, s) | last task activity (median, worst, s) | ended (median, worst, s)`,
    [
      ...descriptions.map((name) =>
        row(
          name,
          inFlowgate.filter(({ flow }) => flow.description === name),
        ),
      ),
      ...(inJenkins.length === 0 ? [] : [row('any of these, stopped in Jenkins', inJenkins)]),
      row('**all**', stops),
    ],
  );
}

function row(name: string, stops: readonly PressedStop[]): readonly Cell[] {
  const count = (isFine: (stop: PressedStop) => boolean) => `${stops.filter(isFine).length} of ${stops.length}`;
  const ends = stops.flatMap(({ ended }) => ended ?? []);
  const quiet = stops.map((stop) => stop.quiet);
  const both = (times: readonly number[]) =>
    times.length === 0 ? '-' : `${median(times).toFixed(1)}, ${Math.max(...times).toFixed(1)}`;
  const lastStart = Math.max(...stops.map((stop) => stop.lastStart)).toFixed(1);
  return [
    name,
    stops.length,
    count((stop) => stop.disobeyed.length === 0),
    count((stop) => stop.finallyProblems.length === 0),
    lastStart,
    both(quiet),
    both(ends),
  ];
}

function nameOf({ flow, pressedIn }: PressedStop): string {
  return `${flow.description}${pressedIn === 'Jenkins' ? ', stopped in Jenkins' : ''}`;
}

function problemsOf({ disobeyed, finallyProblems }: PressedStop): string[] {
  return [...disobeyed, ...finallyProblems];
}

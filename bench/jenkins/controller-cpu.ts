import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';

/** The CPU time of the controller's process so far, all threads together, in seconds; NaN where it is not known. */
export type CpuClock = () => number;

/** @param pid the process of a controller on this machine; without it there is no CPU time */
export function controllerCpu(pid: string | undefined): CpuClock {
  if (pid === undefined) return () => Number.NaN;
  const ticks = Number(execFileSync('getconf', ['CLK_TCK'], { encoding: 'utf8' }));
  return () => {
    const stat = readFileSync(`/proc/${Number(pid)}/stat`, 'utf8');
    // proc(5): the name in parentheses may hold blanks; behind it utime is the 12th field and stime the 13th.
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    return (Number(fields[11]) + Number(fields[12])) / ticks;
  };
}

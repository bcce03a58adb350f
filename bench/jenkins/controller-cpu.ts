import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';

/** The total CPU time of all threads of the controller so far, in seconds; NaN if unknown. */
export type CpuClock = () => number;

/** @param pid the process of a controller on this machine; without it, the CPU time is unknown */
export function controllerCpu(pid: string | undefined): CpuClock {
  if (pid === undefined) return () => Number.NaN;
  const ticks = Number(execFileSync('getconf', ['CLK_TCK'], { encoding: 'utf8' }));
  return () => {
    const stat = readFileSync(`/proc/${Number(pid)}/stat`, 'utf8');
    // proc(5): the name in parentheses can contain spaces; after it, utime is the 12th field and stime the 13th.
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    return (Number(fields[11]) + Number(fields[12])) / ticks;
  };
}

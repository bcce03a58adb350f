import { readFileSync, readlinkSync } from 'node:fs';

const ownThread = currentThread();

/**
 * The processor time that the calling thread has used so far, in milliseconds; that of the whole process if the system
 * does not measure threads. Work is limited by processor time where possible, because on a busy machine the wall-clock
 * time depends on other programs.
 */
export function processorTime(): number {
  const measured = ownThread === undefined ? undefined : millisecondsIn(`/proc/self/task/${ownThread}/schedstat`);
  if (measured !== undefined) return measured;
  const { user, system } = process.cpuUsage();
  return (user + system) / 1000;
}

/** The processor time of the main thread of another process; undefined if the system does not measure it. */
export function processorTimeOf(process: number): number | undefined {
  return millisecondsIn(`/proc/${process}/schedstat`);
}

/** Undefined if the thread has ended, or the kernel does not measure it. */
function millisecondsIn(file: string): number | undefined {
  try {
    return Number.parseInt(readFileSync(file, 'latin1'), 10) / 1e6 || undefined;
  } catch {
    return undefined;
  }
}

/**
 * The number that Linux has given the calling thread; undefined on other systems. The processor time of the whole process
 * includes the work of all its threads. Node can measure one from version 23.9 on.
 */
function currentThread(): number | undefined {
  try {
    return Number(/\d+$/.exec(readlinkSync('/proc/thread-self'))?.[0]);
  } catch {
    return undefined;
  }
}

/** After this many times its limit in wall-clock time, work is stopped even if it has used less processor time. */
export const maxExtensions = 10;

import { readFileSync, readlinkSync } from 'node:fs';

/**
 * The number that Linux has given the calling thread; undefined on other systems. It makes it possible to read the
 * processor time of a single thread: that of the whole process includes the work of all threads. Node has this built in
 * from version 23.9 on, but only for the calling thread.
 */
export function currentThread(): number | undefined {
  try {
    return Number(/\d+$/.exec(readlinkSync('/proc/thread-self'))?.[0]);
  } catch {
    return undefined;
  }
}

const ownThread = currentThread();

/**
 * The processor time that a thread of this process has used so far, in milliseconds; that of the whole process if the
 * system does not measure threads. Work is limited by processor time where possible, because on a busy machine the
 * wall-clock time depends on other programs.
 * @param thread as returned by `currentThread`; the calling thread by default
 */
export function processorTime(thread = ownThread): number {
  const nanoseconds = thread === undefined ? 0 : scheduledTime(thread);
  if (nanoseconds > 0) return nanoseconds / 1e6;
  const { user, system } = process.cpuUsage();
  return (user + system) / 1000;
}

/** Nanoseconds of processor time; 0 if the thread has ended, or the kernel does not measure it. */
function scheduledTime(thread: number): number {
  try {
    return Number.parseInt(readFileSync(`/proc/self/task/${thread}/schedstat`, 'latin1'), 10);
  } catch {
    return 0;
  }
}

/** After this many times its limit in wall-clock time, work is stopped even if it has used less processor time. */
export const maxExtensions = 10;

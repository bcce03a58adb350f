import { readFileSync, readlinkSync } from 'node:fs';

/**
 * The number that Linux has given the calling thread; undefined on other systems. It makes processor time known by
 * thread: that of the whole process says little about a piece of work while other threads work too. Node itself knows it
 * by thread from version 23.9 on, and only from inside the thread.
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
 * The processor time that a thread of this process has used so far, in milliseconds; that of the whole process where the
 * system does not tell threads apart. Bounds on work are kept by it as far as possible: on a busy machine, the clock on
 * the wall says little about the work.
 * @param thread as `currentThread` says; the calling one when absent
 */
export function processorTime(thread = ownThread): number {
  const nanoseconds = thread === undefined ? 0 : scheduledTime(thread);
  if (nanoseconds > 0) return nanoseconds / 1e6;
  const { user, system } = process.cpuUsage();
  return (user + system) / 1000;
}

/** Nanoseconds on a processor; 0 when the thread has ended, or the kernel does not count. */
function scheduledTime(thread: number): number {
  try {
    return Number.parseInt(readFileSync(`/proc/self/task/${thread}/schedstat`, 'latin1'), 10);
  } catch {
    return 0;
  }
}

/** How many times longer than on an idle machine work may take by the clock on the wall before it is stopped anyway. */
export const maxPatience = 10;

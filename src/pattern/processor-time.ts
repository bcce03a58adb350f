/**
 * The processor time that this process has used so far, all its threads together, in milliseconds. Bounds on work are
 * kept by it as far as possible: on a busy machine, wall-clock time says little about the work.
 */
export function processorTime(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1000;
}

/** How many times longer than on an idle machine work may take by the clock on the wall before it is stopped anyway. */
export const mostPatience = 10;

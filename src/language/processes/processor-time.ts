import { readFileSync } from 'node:fs';

/**
 * The processor time that the main thread of this process has used so far, in milliseconds; that of all its threads if
 * the system does not measure one. Work is limited by processor time where possible, because on a busy machine the
 * wall-clock time depends on other programs. Node can measure a thread from version 23.9 on.
 */
export function processorTime(): number {
  const measured = processorTimeOf('self');
  if (measured !== undefined) return measured;
  const { user, system } = process.cpuUsage();
  return (user + system) / 1000;
}

/** The same of any process; undefined if it has ended, or the system does not measure it. */
export function processorTimeOf(process: number | 'self'): number | undefined {
  try {
    return Number.parseInt(readFileSync(`/proc/${process}/schedstat`, 'latin1'), 10) / 1e6 || undefined;
  } catch {
    return undefined;
  }
}

/** Work is stopped after this many times its limit in wall-clock time, even if it has used less processor time. */
export const maxExtensions = 10;

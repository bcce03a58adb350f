/** A plainer explanation of a reason that newcomers may not understand. */
export function explainReason(reason: string): string | undefined {
  if (/the execution \w{26} failed/.test(reason)) return 'The page of that execution shows why, with its log.';
  const status = /script ended with status (\d+)/.exec(reason)?.[1];
  if (status !== undefined) return explainStatus(Number(status));
  if (/timed out/.test(reason)) return 'It exceeded its time limit, which the flow sets with timeout.';
  return undefined;
}

/** Explains a status by the conventions of shells (POSIX, 2.8.2). */
function explainStatus(status: number): string {
  if (status === 126) return 'A command was found but cannot be run: its file is not executable.';
  if (status === 127) return 'A command was not found: it is not installed on the machine, or is misspelled.';
  if (status === 137) return 'The command was killed, often because the machine ran out of memory.';
  if (status === 143) return 'The command was asked to terminate.';
  if (status > 128) return `Signal ${status - 128} terminated the command: it crashed or was killed.`;
  return 'A command in the task failed. The last lines of its output usually show why.';
}

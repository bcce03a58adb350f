/** What a reason means in other words, if it is one that newcomers do not know. */
export function explainReason(reason: string): string | undefined {
  const status = /script ended with status (\d+)/.exec(reason)?.[1];
  if (status !== undefined) return explainStatus(Number(status));
  if (/timed out/.test(reason)) return 'It took longer than it is allowed to. The flow sets the limit with timeout.';
  return undefined;
}

/** By the conventions of shells (POSIX, 2.8.2). */
function explainStatus(status: number): string {
  if (status === 126) return 'A command was found but may not be run: its file is not executable.';
  if (status === 127) return 'A command was not found on the machine: it is not installed there, or misspelt.';
  if (status === 137) return 'Something ended the command by force; often the machine had no memory left.';
  if (status === 143) return 'Something asked the command to end.';
  if (status > 128) return `The signal ${status - 128} ended the command: it crashed, or something ended it.`;
  return 'A command of the task reported an error. What it printed last usually says which.';
}

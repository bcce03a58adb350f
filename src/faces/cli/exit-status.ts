/** The exit statuses of all commands; `exit` of a command gives the particular meaning of its 1. */
export const exitStatuses = {
  0: 'success',
  1: 'a flow is invalid, rejected or different, an execution failed, or something was not found or is not permitted',
  2: 'the command failed because of wrong options, files, configuration or a server',
  3: 'the execution was stopped',
  130: 'interrupted with Ctrl-C',
} as const;

export type ExitStatus = keyof typeof exitStatuses;

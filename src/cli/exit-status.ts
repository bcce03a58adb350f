/** The exit statuses of all commands and their meanings; `exit` of a command says what its 1 means in particular. */
export const exitStatuses = {
  0: 'success',
  1: 'a flow is invalid, rejected or different, an execution failed, or something was not found or is not permitted',
  2: 'the command could not do its work: wrong options, files, configuration or server',
  3: 'the execution was stopped',
  130: 'interrupted with Ctrl-C',
} as const;

export type ExitStatus = keyof typeof exitStatuses;

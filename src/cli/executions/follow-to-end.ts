import type { Schema } from '../../contract/operation-types.ts';
import type { ExitStatus, Terminal } from '../command.ts';
import type { ExecutionClient } from '../gateway/execution-client.ts';
import { jsonText, withoutControls } from '../terminal-text.ts';
import { executionText, exitStatusOf } from './execution-text.ts';
import { followExecution } from './follow-execution.ts';

export interface FollowChoice {
  /** Only the log of this task. */
  readonly task?: string;
  /** Whether standard output is for the final record alone, so that the log goes beside it. */
  readonly isJson: boolean;
  /** Whether warnings count as a failure. */
  readonly isStrict: boolean;
}

/** What an exit status says of an execution that was followed, for `--help`. */
export const followedStatusHelp = `Exit status: 0 SUCCESS or WARNING (1 with --strict), 1 FAILED or rejected, 3 KILLED, 2 when the call or the server cannot
be used, 130 after Ctrl-C, which ends the following and not the execution.`;

/** Prints the log of an execution as it is written and, on stderr, its states, tasks and outputs. @throws as followExecution */
export async function followToEnd(
  client: ExecutionClient,
  execution: Schema<'Execution'>,
  { task, isJson, isStrict }: FollowChoice,
  terminal: Terminal,
): Promise<ExitStatus> {
  const { stdout, stderr } = terminal;
  const interrupted = new AbortController();
  const ignoreInterrupt = terminal.onInterrupt(() => interrupted.abort());
  try {
    const ended = await followExecution(client, execution, {
      task,
      log: isJson ? stderr : stdout,
      remarks: stderr,
      signal: interrupted.signal,
    });
    if (ended === undefined) {
      const { id, namespace, flowId } = execution;
      stderr.write(
        `\n${withoutControls(`${namespace}/${flowId}`)} goes on: \`flowgate stop ${id}\` stops it, \`flowgate logs --follow ${id}\` shows it again.\n`,
      );
      return 130;
    }
    stderr.write(executionText(ended, new Date()));
    if (isJson) stdout.write(jsonText(ended));
    return isStrict && ended.state === 'WARNING' ? 1 : exitStatusOf(ended.state);
  } finally {
    ignoreInterrupt();
  }
}

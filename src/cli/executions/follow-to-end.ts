import type { Schema } from '../../api-client/operation-types.ts';
import type { ExitStatus } from '../exit-status.ts';
import type { ExecutionClient } from '../gateway/execution-client.ts';
import { jsonText, withoutControls } from '../terminal-text.ts';
import type { Terminal } from '../terminal.ts';
import { executionText } from './execution-text.ts';
import { exitStatusOf } from './exit-status.ts';
import { followExecution } from './follow-execution.ts';

export interface FollowChoice {
  /** Only the log of this task. */
  readonly task?: string;
  /** Whether standard output is reserved for the final record; the log goes to standard error then. */
  readonly isJson: boolean;
  /** Whether warnings count as a failure. */
  readonly isStrict: boolean;
}

/**
 * Prints the log of an execution as it is written, and its states, tasks and outputs on stderr.
 * @throws as followExecution
 */
export async function followToEnd(
  client: ExecutionClient,
  execution: Schema<'Execution'>,
  { task, isJson, isStrict }: FollowChoice,
  terminal: Terminal,
): Promise<ExitStatus> {
  const { stdout, stderr } = terminal;
  const interrupted = new AbortController();
  const removeListener = terminal.onInterrupt(() => interrupted.abort());
  try {
    const ended = await followExecution(client, execution, {
      task,
      log: isJson ? stderr : stdout,
      status: stderr,
      signal: interrupted.signal,
    });
    if (ended === undefined) {
      const { id, namespace, flowId } = execution;
      stderr.write(
        `\n${withoutControls(`${namespace}/${flowId}`)} continues: \`flowgate stop ${id}\` stops it, \`flowgate logs --follow ${id}\` follows it again.\n`,
      );
      return 130;
    }
    stderr.write(executionText(ended, new Date()));
    if (isJson) stdout.write(jsonText(ended));
    return isStrict && ended.state === 'WARNING' ? 1 : exitStatusOf(ended.state);
  } finally {
    removeListener();
  }
}

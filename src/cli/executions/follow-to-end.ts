import type { Schema } from '../../api-client/operation-types.ts';
import type { ExitStatus } from '../exit-status.ts';
import type { ExecutionClient } from '../gateway/execution-client.ts';
import { jsonText } from '../terminal-text.ts';
import { interruptible, type Terminal } from '../terminal.ts';
import { executionLines, exitStatusOf } from './execution-text.ts';
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
  { stdout, stderr, onInterrupt }: Terminal,
): Promise<ExitStatus> {
  const log = isJson ? stderr : stdout;
  const ended = await interruptible(onInterrupt, (signal) =>
    followExecution(client, execution, { task, log, status: stderr, signal }),
  );
  if (ended === undefined) {
    const { id, namespace, flowId } = execution;
    stderr.writeLines(
      '',
      `${namespace}/${flowId} continues: \`flowgate stop ${id}\` stops it, \`flowgate logs --follow ${id}\` follows it again.`,
    );
    return 130;
  }
  stderr.writeLines(...executionLines(ended, new Date()));
  if (isJson) stdout.write(jsonText(ended));
  return exitStatusOf(ended.state, isStrict);
}

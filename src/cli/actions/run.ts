import type { RunOptions } from '../executions/run-options.ts';
import type { ExitStatus } from '../exit-status.ts';
import { requireNoFileOptions, requireNoServerOptions, type FileRunOptions } from '../local/file-run-options.ts';
import { runTarget } from '../local/run-target.ts';
import type { Terminal } from '../terminal.ts';

/** Runs the flow in a file on this machine, or a flow on a server. */
export async function runFlow(
  flow: string,
  options: RunOptions & FileRunOptions,
  terminal: Terminal,
): Promise<ExitStatus> {
  const target = runTarget(flow, options, terminal);
  if ('file' in target) {
    requireNoServerOptions(options);
    const { runFlowFile } = await import('../local/run-flow-file.ts');
    return runFlowFile(target.file, options, terminal);
  }
  requireNoFileOptions(options);
  const { runStoredFlow } = await import('../executions/run-stored-flow.ts');
  return runStoredFlow(target.stored, options, terminal);
}

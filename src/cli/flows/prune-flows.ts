import { flowName, type FlowKey } from '../../language/flow/flow-key.ts';
import { confirm } from '../ask.ts';
import type { FlowClient } from '../gateway/flow-client.ts';
import { GatewayError } from '../gateway/gateway-error.ts';
import type { Terminal } from '../terminal.ts';

export interface PruneOptions {
  readonly gateway: FlowClient;
  /** Flows in other namespaces are never deleted. */
  readonly namespaces: readonly string[];
  readonly isDryRun: boolean;
  /** Whether to skip the confirmation. */
  readonly yes: boolean;
}

/**
 * Deletes the flows of namespaces that are in no file, after confirmation, and prints each. Keeps a flow that changes in
 * the meantime.
 * @param kept the flows in files
 * @returns whether all of them were deleted
 * @throws {UsageError} if there is no terminal to ask on
 */
export async function pruneFlows(
  kept: readonly FlowKey[],
  { gateway, namespaces, isDryRun, yes }: PruneOptions,
  terminal: Terminal,
): Promise<boolean> {
  const names = new Set(kept.map(flowName));
  const extra: (FlowKey & { readonly revision: number })[] = [];
  for (const namespace of new Set(namespaces))
    for await (const flow of gateway.list(namespace)) if (!names.has(flowName(flow))) extra.push(flow);
  if (extra.length === 0) return true;
  const { stdout, stderr } = terminal;
  if (isDryRun) {
    stdout.writeLines(...extra.map((flow) => `${flowName(flow)}: deleted`));
    return true;
  }
  if (!yes) stderr.writeLines('These flows are in no file:', ...extra.map((flow) => `  ${flowName(flow)}`));
  const question = extra.length === 1 ? 'Delete it?' : `Delete all ${extra.length}?`;
  if (!(await confirm(question, { yes }, terminal))) return false;
  let isComplete = true;
  for (const flow of extra) {
    try {
      await gateway.delete(flow, flow.revision);
      stdout.writeLines(`${flowName(flow)}: deleted`);
    } catch (error) {
      if (!(error instanceof GatewayError) || !error.concernsRequest) throw error;
      stdout.writeLines(`${flowName(flow)}: kept: ${error.message}`);
      isComplete = false;
    }
  }
  return isComplete;
}

import { flowName, type FlowKey } from '../../../language/flow/flow-key.ts';
import { confirm } from '../ask.ts';
import type { FlowClient } from '../gateway/flow-client.ts';
import { GatewayError } from '../gateway/gateway-error.ts';
import { UsageError, type Terminal } from '../terminal.ts';

/** A flow that is in no file, at its latest revision. */
type ExtraFlow = FlowKey & { readonly revision: number };

export interface PlanOptions {
  readonly gateway: FlowClient;
  /** Flows in other namespaces are never deleted. */
  readonly namespaces: readonly string[];
  /** Whether any number of flows may be deleted. */
  readonly isForced: boolean;
  /** Whether the owner that applies the files owns a namespace, so that it may have no file there. */
  readonly isOwned: (namespace: string) => Promise<boolean>;
}

/**
 * The flows of namespaces that are in no file.
 * @param kept the flows in files
 * @throws {UsageError} if there are so many of them that the files are likely incomplete
 */
export async function planPrune(
  kept: readonly FlowKey[],
  { gateway, namespaces, isForced, isOwned }: PlanOptions,
): Promise<readonly ExtraFlow[]> {
  const names = new Set(kept.map(flowName));
  const extra: ExtraFlow[] = [];
  for (const namespace of new Set(namespaces)) {
    const stored: ExtraFlow[] = [];
    for await (const flow of gateway.list(namespace)) stored.push(flow);
    const found = stored.filter((flow) => !names.has(flowName(flow)));
    const isCovered = found.length === 0 || kept.some((flow) => flow.namespace === namespace);
    if (!isCovered && !(await isOwned(namespace)))
      throw new UsageError(
        `none of the files has a flow of ${namespace}, so none is deleted there. Nothing was applied.`,
      );
    if (!isForced && isTooMany(found.length, stored.length))
      throw new UsageError(
        `${found.length} of the ${stored.length} flows in ${namespace} are in no file, which is more than a fifth. Nothing was applied. To delete them, pass --force.`,
      );
    extra.push(...found);
  }
  return extra;
}

/** More than a fifth. One flow is never too many, unless it is the last: else small namespaces would always need force. */
function isTooMany(deleted: number, stored: number): boolean {
  return deleted > stored / 5 && (deleted > 1 || stored === 1);
}

export interface PruneOptions {
  readonly gateway: FlowClient;
  /** Whether to skip the confirmation. */
  readonly yes: boolean;
}

/**
 * Deletes flows after confirmation, and prints each. Keeps a flow that changes in the meantime.
 * @returns whether all of them were deleted
 * @throws {UsageError} if there is no terminal to ask on
 */
export async function pruneFlows(
  extra: readonly ExtraFlow[],
  { gateway, yes }: PruneOptions,
  terminal: Terminal,
): Promise<boolean> {
  if (extra.length === 0) return true;
  const { stdout, stderr } = terminal;
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

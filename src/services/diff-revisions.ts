import { flowName } from '../flow/flow-key.ts';
import type { FlowRecord } from './flow-service.ts';
import { unifiedDiff, type NamedText } from './unified-diff.ts';

/** The unified diff from one revision of a flow to another; empty when their sources are equal. */
export function diffRevisions(from: FlowRecord, to: FlowRecord): string {
  return unifiedDiff(named(from), named(to));
}

function named({ flow, entry, checked }: FlowRecord): NamedText {
  return { name: `${flowName(flow)}@${entry.revision}`, text: checked.text, time: entry.createdAt };
}

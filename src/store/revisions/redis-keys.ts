import { flowName, type FlowKey } from '../../language/flow/flow-key.ts';
import { keyRoot } from '../redis/key-root.ts';
import type { FlowOrder } from './revision-store.ts';

/** A hash with the fields of a FlowSummary. */
export const flowHash = (flow: FlowKey): string => `${keyRoot}:flow:${flowName(flow)}`;
/** A hash from revision number to its entry as JSON. */
export const entryHash = (flow: FlowKey): string => `${keyRoot}:revisions:${flowName(flow)}`;

/** A hash from trigger ID to the time of the schedule's latest skipped tick. */
export const skippedTicksHash = (flow: FlowKey): string => `${keyRoot}:skipped-ticks:${flowName(flow)}`;
/** A hash from trigger ID to the sealed key of the webhook. */
export const hookKeysHash = (flow: FlowKey): string => `${keyRoot}:hook-keys:${flowName(flow)}`;

export const indexRoot = `${keyRoot}:index`;

/** The flows in an index: those that are not deleted, the deleted ones, or those with a label. */
export type IndexScope = 'live' | 'deleted' | `label:${string}`;

/** A sorted set of members with equal scores, which Redis sorts by their bytes. */
export const indexKey = (scope: IndexScope, order: FlowOrder): string => `${indexRoot}:${scope}:${order}`;

export const labelScope = (label: { readonly name: string; readonly value: string }): IndexScope =>
  `label:${label.name}=${label.value}`;

/** A sorted set like the indexes, in the order `namespace`: the flows with schedules. */
export const scheduledKey = `${indexRoot}:scheduled`;

/** A sorted set like the indexes, in the order `namespace`: the flows that call this one, which need not exist. */
export const callersKey = (flow: FlowKey): string => `${indexRoot}:callers:${flowName(flow)}`;

/**
 * The flow of an index member. Its words are separated by a space, which no id contains and which sorts before every
 * character of an id: `namespace id`, `id namespace`, or `time namespace id`.
 */
export function flowOfMember(order: FlowOrder, member: string): FlowKey {
  const words = member.split(' ');
  const [first = '', second = ''] = words.slice(-2);
  return order === 'id' ? { namespace: second, id: first } : { namespace: first, id: second };
}

import type { Schema } from '../../contract/operation-types.ts';
import type { FlowKey } from '../../language/flow/flow-key.ts';
import { AppError } from '../../problem/app-error.ts';
import type { TriggerKey } from '../../store/triggers/trigger-key.ts';

/*
 * The terms of Flowgate for the parameters of requests, which the contract has checked and converted by then.
 */

interface FlowPath {
  readonly namespace: Schema<'Namespace'>;
  readonly flow_id: Schema<'FlowId'>;
}

export function flowKey({ params }: { readonly params: FlowPath }): FlowKey {
  return { namespace: params.namespace, id: params.flow_id };
}

interface TriggerPath extends FlowPath {
  readonly trigger_id: Schema<'TriggerId'>;
}

export function triggerKey({ params }: { readonly params: TriggerPath }): TriggerKey {
  return { flow: flowKey({ params }), triggerId: params.trigger_id };
}

/** Where a page of a list begins, read by `read`. @throws {AppError} invalid-request when that returns nothing */
export function pageStart<Cursor>(
  { cursor: text }: { readonly cursor?: string },
  read: (text: string) => Cursor | undefined,
): Cursor | undefined {
  const cursor = text === undefined ? undefined : read(text);
  if (text !== undefined && cursor === undefined)
    throw new AppError('invalid-request', 'The cursor is not one that a page of this list gave.');
  return cursor;
}

/** @param texts `name:value` each */
export function labelFilters(
  texts: readonly string[] = [],
): readonly { readonly name: string; readonly value: string }[] {
  return texts.map((text) => ({ name: text.slice(0, text.indexOf(':')), value: text.slice(text.indexOf(':') + 1) }));
}

export function timeOf(text: Schema<'QueryTime'> | undefined): Date | undefined {
  return text === undefined ? undefined : new Date(text);
}

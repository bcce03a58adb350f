import { AppError } from '../../../base/problem/app-error.ts';
import type { FlowKey } from '../../../language/flow/flow-key.ts';
import type { TriggerKey } from '../../../store/triggers/trigger-key.ts';
import type { Schema } from '../../api-client/operation-types.ts';

/*
 * Converts validated request parameters to domain types.
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

/** The start of a page, parsed by `read`. @throws {AppError} `invalid-request` if `read` returns undefined */
export function pageStart<Cursor>(
  { cursor: text }: { readonly cursor?: string },
  read: (text: string) => Cursor | undefined,
): Cursor | undefined {
  const cursor = text === undefined ? undefined : read(text);
  if (text !== undefined && cursor === undefined)
    throw new AppError('invalid-request', 'The cursor is invalid; it must be the nextCursor of a page of this list.');
  return cursor;
}

/** @param texts strings of the form `name:value` */
export function labelFilters(
  texts: readonly string[] = [],
): readonly { readonly name: string; readonly value: string }[] {
  return texts.map((text) => ({ name: text.slice(0, text.indexOf(':')), value: text.slice(text.indexOf(':') + 1) }));
}

export function timeOf(text: Schema<'QueryTime'> | undefined): Date | undefined {
  return text === undefined ? undefined : new Date(text);
}

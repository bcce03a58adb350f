import type { Request } from 'express';
import { flowName, type FlowKey } from '../../language/flow/flow-key.ts';
import { AppError } from '../../problem/app-error.ts';
import type { RevisionSource } from '../../store/revisions/flow-revision.ts';
import type { TriggerKey } from '../../store/triggers/trigger-key.ts';

/*
 * What handlers read from a request. The contract has checked and converted it by then; the types of express do not
 * know that.
 */

export function flowKey(request: Request): FlowKey {
  return { namespace: String(request.params.namespace), id: String(request.params.flow_id) };
}

export function triggerKey(request: Request): TriggerKey {
  return { flow: flowKey(request), triggerId: String(request.params.trigger_id) };
}

export function executionId(request: Request): string {
  return String(request.params.execution_id);
}

export function pathOfFlow(flow: FlowKey): string {
  return `/flows/${flowName(flow)}`;
}

/** The body of an operation that takes a flow document; `readBody` has put it there. */
export function sourceOf(request: Request): RevisionSource {
  return request.body as RevisionSource;
}

/** Where a page of a list begins, read by `read`. @throws {AppError} invalid-request when that finds nothing */
export function cursorParameter<Cursor>(
  request: Request,
  read: (text: string) => Cursor | undefined,
): Cursor | undefined {
  const text = textParameter(request, 'cursor');
  const cursor = text === undefined ? undefined : read(text);
  if (text !== undefined && cursor === undefined)
    throw new AppError('invalid-request', 'The cursor is not one that a page of this list gave.');
  return cursor;
}

export function revisionParameter(request: Request): number | undefined {
  return numberParameter(request, 'revision');
}

export function numberParameter(request: Request, name: string): number | undefined {
  const value: unknown = request.query[name];
  return typeof value === 'number' ? value : undefined;
}

export function textParameter(request: Request, name: string): string | undefined {
  const value: unknown = request.query[name];
  return typeof value === 'string' ? value : undefined;
}

/** `label=name:value`, given any number of times. */
export function labelsParameter(request: Request): readonly { readonly name: string; readonly value: string }[] {
  const { label = [] } = request.query as { label?: readonly string[] }; // as the contract says
  return label.map((text) => ({ name: text.slice(0, text.indexOf(':')), value: text.slice(text.indexOf(':') + 1) }));
}

/** The contract's validation makes a Date of a time. */
export function timeParameter(request: Request, name: string): Date | undefined {
  const value: unknown = request.query[name];
  return value instanceof Date ? value : typeof value === 'string' ? new Date(value) : undefined;
}

export function flagParameter(request: Request, name: string): boolean {
  const value: unknown = request.query[name];
  return value === true;
}

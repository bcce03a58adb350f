import { flowIdRule, isId, namespaceRule } from '../../../language/document/id-rule.ts';
import type { FlowKey } from '../../../language/flow/flow-key.ts';
import { UsageError } from '../terminal.ts';

/**
 * Whether the names are valid, so that file paths and URLs can be built from them. Names from a server can be anything.
 */
export function isFlowKey({ namespace, id }: { readonly [Name in keyof FlowKey]: unknown }): boolean {
  return typeof namespace === 'string' && typeof id === 'string' && isNamespace(namespace) && isId(id, flowIdRule);
}

function isNamespace(text: string): boolean {
  return isId(text, namespaceRule);
}

/** A namespace, or one flow in it. */
export type NamespaceOrFlow = Pick<FlowKey, 'namespace'> & Partial<FlowKey>;

/** Reads `namespace` or `namespace/id`. @throws {UsageError} */
export function readNamespaceOrFlow(word: string): NamespaceOrFlow {
  const [namespace = '', id, ...rest] = word.split('/');
  const isValid = rest.length === 0 && (id === undefined ? isNamespace(namespace) : isFlowKey({ namespace, id }));
  if (!isValid) throw new UsageError(`${JSON.stringify(word)} is neither a namespace nor a flow (NAMESPACE/ID).`);
  return { namespace, ...(id !== undefined && { id }) };
}

/** The flow in an argument, as `namespace/id`. @throws {UsageError} */
export function flowOf(word: string): FlowKey {
  const { namespace, id } = readNamespaceOrFlow(word);
  if (id === undefined)
    throw new UsageError(`${JSON.stringify(word)} is a namespace; specify one flow, as NAMESPACE/ID.`);
  return { namespace, id };
}

/** Labels in options, as `NAME=VALUE`, as a filter of the API; undefined for none. */
export function labelFilter(labels: readonly string[]): string[] | undefined {
  return labels.length === 0 ? undefined : labels.map((pair) => pair.replace('=', ':'));
}

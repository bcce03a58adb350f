import { parseFlowDocument } from '../../language/document/parse-flow-document.ts';
import type { FlowKey } from '../../language/flow/flow-key.ts';
import { defaultFlowLimits } from '../../language/document/flow-limits.ts';
import { flowIdRule, isId, namespaceRule } from '../../language/document/id-rule.ts';
import { isJsonObject } from '../../problem/json-value.ts';
import { UsageError } from '../command.ts';

/** Whether these are names that a path can be made of, on a disk as in a URL; they may come from a server, and be anything. */
export function isFlowKey({ namespace, id }: { readonly [Name in keyof FlowKey]: unknown }): boolean {
  return typeof namespace === 'string' && typeof id === 'string' && isNamespace(namespace) && isId(id, flowIdRule);
}

export function isNamespace(text: string): boolean {
  return isId(text, namespaceRule);
}

/** A namespace, or one flow of it. */
export type NamespaceOrFlow = Pick<FlowKey, 'namespace'> & Partial<FlowKey>;

/** Reads `namespace` or `namespace/id`. @throws {UsageError} */
export function readNamespaceOrFlow(word: string): NamespaceOrFlow {
  const [namespace = '', id, ...rest] = word.split('/');
  const isRight = rest.length === 0 && (id === undefined ? isNamespace(namespace) : isFlowKey({ namespace, id }));
  if (!isRight) throw new UsageError(`${JSON.stringify(word)} is no namespace, and no flow as NAMESPACE/ID.`);
  return { namespace, ...(id !== undefined && { id }) };
}

/** Reads the one flow among the words. @throws {UsageError} unless it is one, as `namespace/id` */
export function onlyFlow(words: readonly string[]): FlowKey {
  const [word, ...others] = words;
  const { namespace, id } = word === undefined || others.length > 0 ? { namespace: '' } : readNamespaceOrFlow(word);
  if (id === undefined) throw new UsageError('name one flow, as NAMESPACE/FLOW.');
  return { namespace, id };
}

/** Which flow the text of a document is; undefined when it does not say so, or cannot be read. */
export function flowKeyOf(text: string): FlowKey | undefined {
  // The size is for the gateway to judge.
  const value = parseFlowDocument({ text, format: 'yaml' }, { ...defaultFlowLimits, flowBytes: Infinity }).document
    ?.value;
  if (value === undefined || !isJsonObject(value)) return undefined;
  const { namespace, id } = value;
  if (typeof namespace !== 'string' || typeof id !== 'string') return undefined;
  return isFlowKey({ namespace, id }) ? { namespace, id } : undefined;
}

import { isJsonObject } from '../../../base/text/json-value.ts';
import { defaultFlowLimits } from '../../../language/document/flow-limits.ts';
import { parseFlowDocument } from '../../../language/document/parse-flow-document.ts';
import type { FlowKey } from '../../../language/flow/flow-key.ts';
import { isFlowKey } from './flow-name.ts';

/** The namespace and id in a document; undefined if it cannot be read or they are missing or invalid. */
export function flowKeyOf(text: string): FlowKey | undefined {
  // The gateway checks the size.
  const value = parseFlowDocument({ text, format: 'yaml' }, { ...defaultFlowLimits, flowBytes: Infinity }).document
    ?.value;
  if (value === undefined || !isJsonObject(value)) return undefined;
  const { namespace, id } = value;
  if (typeof namespace !== 'string' || typeof id !== 'string') return undefined;
  return isFlowKey({ namespace, id }) ? { namespace, id } : undefined;
}

import { quoteShort } from '../../../problem/describe-value.ts';
import { isJsonObject } from '../../../problem/json-value.ts';
import type { PropertyReader } from '../../document/property-reader.ts';

// Letters of labels and the operators of Jenkins' label expressions: `linux && !arm64`.
export const labelSyntax = /^[\w.@:/+ \-()!&|<>"]{1,200}$/;

/** A Jenkins label or label expression, as a string or as `{key: label}`. */
export function readWorkerGroup(reader: PropertyReader): string | undefined {
  if (!isJsonObject(reader.value('worker_group'))) return readLabel(reader, 'worker_group');
  const group = reader.mapping('worker_group');
  const label = group === undefined || group.isMissing('key') ? undefined : readLabel(group, 'key');
  group?.finish();
  return label;
}

function readLabel(reader: PropertyReader, key: string): string | undefined {
  const label = reader.text(key);
  if (label === undefined || (labelSyntax.test(label) && label.trim() !== '')) return label;
  const message = `The worker group ${quoteShort(label)} must be a Jenkins label such as linux, or labels joined by && and ||.`;
  reader.report('invalid-value', key, message);
  return undefined;
}

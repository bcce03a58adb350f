import { quoteShort } from '../../problem/describe-value.ts';
import type { MappingReader } from './mapping-reader.ts';

// Letters of labels and the operators of Jenkins' label expressions: `linux && !arm64`.
export const labelSyntax = /^[\w.@:/+ \-()!&|<>"]{1,200}$/;

/** A Jenkins label or label expression. */
export function readWorkerGroup(reader: MappingReader): string | undefined {
  const label = reader.text('worker_group');
  if (label === undefined || (labelSyntax.test(label) && label.trim() !== '')) return label;
  const message = `The worker group ${quoteShort(label)} must be a Jenkins label such as linux, or labels joined by && and ||.`;
  reader.report('invalid-value', 'worker_group', message);
  return undefined;
}

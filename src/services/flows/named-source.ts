import { flowName } from '../../language/flow/flow-key.ts';
import type { FlowRevision } from '../../store/revisions/flow-revision.ts';
import { decodeUtf8 } from './decode-utf8.ts';
import type { NamedText } from './unified-diff.ts';

/** The source of a revision, as a diff names it. */
export function namedSource({ flow, entry, source }: FlowRevision): NamedText {
  return { name: `${flowName(flow)}@${entry.revision}`, text: decodeUtf8(source.bytes), time: entry.createdAt };
}

import { editedText } from '../../../editor/line-breaks.ts';
import type { FlowTabProps } from '../flow-tab-props.ts';
import { FlowGraph } from './flow-graph.tsx';

/** The graph of the latest revision; for screens that have no place for it beside the source, and for large graphs. */
export function GraphTab({ flow: { source, mediaType } }: FlowTabProps) {
  return <FlowGraph text={editedText(source)} mediaType={mediaType} />;
}

import { useQuery } from '@tanstack/react-query';
import { Suspense, useEffect, useRef, useState } from 'react';
import type { Schema } from '../../../../../src/faces/api-client/operation-types.ts';
import { asProblem } from '../../../api/api-problem.ts';
import { outlineQuery, type FlowText } from '../../../api/flow-queries.ts';
import { ErrorBox } from '../../../components/callout.tsx';
import { EmptyState } from '../../../components/empty-state.tsx';
import { Skeleton } from '../../../components/query-view.tsx';
import { editedText } from '../../../editor/line-breaks.ts';
import { graphCodeQuery, TaskGraph } from '../../../graph/task-graph.tsx';
import './flow-graph.css';
import { loadedPart } from '../../../load-part.ts';
import type { FlowTabProps } from '../flow-tab-props.ts';

const TaskTypeNote = loadedPart(() => import('./task-type-note.tsx'), 'TaskTypeNote');

type OutlineNode = Schema<'OutlineNode'>;

export interface FlowGraphProps extends FlowText {
  /** The line of the cursor, from 1 on: its task is chosen. */
  readonly line?: number;
  readonly onChoose?: (task: OutlineNode) => void;
  readonly onPoint?: (task: OutlineNode | undefined) => void;
}

/** The tasks of a text as a graph, with the documentation of the one that was clicked. */
export function FlowGraph({ line, onChoose, onPoint, ...text }: FlowGraphProps) {
  const { outline, error } = useOutline(text);
  useQuery(graphCodeQuery);
  const [clicked, setClicked] = useState<string>();
  if (outline === undefined)
    return error === null ? (
      <Skeleton rows={8} />
    ) : (
      <ErrorBox what="Could not draw the graph" problem={asProblem(error)} />
    );
  const { nodes, truncated } = outline;
  if (nodes.length === 0) return <EmptyState kind="none" title="No tasks yet" />;
  const find = (path: string | undefined) => nodes.find((node) => node.path === path);
  const atLine = line === undefined ? undefined : taskAt(nodes, line);
  const type = find(clicked)?.type;
  return (
    <div className="flow-graph">
      <TaskGraph
        nodes={nodes}
        label="Tasks of the flow"
        chosen={atLine ?? clicked}
        onChoose={(path) => {
          setClicked(path);
          const task = find(path);
          if (task !== undefined) onChoose?.(task);
        }}
        onPoint={(path) => onPoint?.(find(path))}
      />
      {truncated === true && <p className="muted">Only the first {nodes.length} tasks are shown.</p>}
      {type !== undefined && (
        <Suspense>
          <TaskTypeNote type={type} onClose={() => setClicked(undefined)} />
        </Suspense>
      )}
    </div>
  );
}

/** The innermost task at a line. */
export function taskAt(nodes: readonly OutlineNode[], at: number): string | undefined {
  const around = nodes.filter(({ line, endLine = line }) => line !== undefined && line <= at && at <= endLine!);
  return around.at(-1)?.path;
}

/** The graph of the latest revision; for screens that have no place for it beside the source, and for large graphs. */
export function GraphTab({ flow: { source, mediaType } }: FlowTabProps) {
  return <FlowGraph text={editedText(source)} mediaType={mediaType} />;
}

const millisecondsAfterTyping = 300;

/** The tasks of a text that is edited: of the last one that could be read, undefined until there is one. */
function useOutline(now: FlowText): {
  readonly outline: Schema<'Outline'> | undefined;
  readonly error: unknown;
} {
  const [settled, setSettled] = useState(now);
  const { text, mediaType } = now;
  useEffect(() => {
    const timer = setTimeout(() => setSettled({ text, mediaType }), millisecondsAfterTyping);
    return () => clearTimeout(timer);
  }, [text, mediaType]);
  const { data, error } = useQuery(outlineQuery(settled));
  const last = useRef(data);
  if (data !== undefined && (data.nodes.length > 0 || last.current === undefined)) last.current = data;
  return { outline: last.current, error };
}

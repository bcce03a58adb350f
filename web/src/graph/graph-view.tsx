import { ChevronsDownUp, ChevronsUpDown, Maximize, ZoomIn, ZoomOut } from 'lucide-react';
import { useCallback, useEffect, useMemo, useRef, useState, type KeyboardEvent, type SyntheticEvent } from 'react';
import { Button } from '../components/button.tsx';
import { Icon } from '../components/icon.tsx';
import { neighbour } from './graph-keys.ts';
import { foldedAtFirst, graphLayout } from './graph-layout.ts';
import { GraphLines } from './graph-lines.tsx';
import { GraphNode } from './graph-node.tsx';
import type { GraphState, OutlineNode } from './graph-pieces.ts';
import { useZoom } from './use-zoom.ts';
import './task-graph.css';

export interface GraphViewProps {
  /** In the order of an outline: each block before its tasks. */
  readonly nodes: readonly OutlineNode[];
  /** The states of an execution; without it, the graph shows the types of the tasks. */
  readonly stateOf?: (path: string) => GraphState | undefined;
  /** The path of the chosen task; the blocks around it unfold. */
  readonly chosen?: string | undefined;
  readonly onChoose?: (path: string) => void;
  /** The pointer or the focus is on a task, or no longer on one. */
  readonly onPoint?: (path: string | undefined) => void;
  readonly label: string;
}

/**
 * Arrow keys move between tasks, Enter chooses, Space folds a block, +, - and 0 zoom, and Shift with arrows scrolls.
 * Screen readers have the tasks as a tree.
 */
export function GraphView({ nodes, stateOf, chosen, onChoose, onPoint, label }: GraphViewProps) {
  const viewport = useRef<HTMLDivElement>(null);
  const { folded, fold } = useFolded(nodes, chosen);
  const layout = useMemo(() => graphLayout(nodes, folded), [nodes, folded]);
  const { zoom, fit, zoomIn, zoomOut } = useZoom(viewport, layout);
  const [focused, setFocused] = useState<string>();
  const { boxes } = layout;
  const isShown = (path: string | undefined) => boxes.some(({ node }) => node.path === path);
  const entry = [focused, chosen].find(isShown) ?? boxes[0]?.node.path;
  const latest = useRef({ folded, fold });
  latest.current = { folded, fold };
  const toggle = useCallback((path: string) => latest.current.fold([path], !latest.current.folded.has(path)), []);

  const focus = (path: string) =>
    viewport.current?.querySelector<HTMLElement>(`[data-path="${CSS.escape(path)}"]`)?.focus();
  const keys: Readonly<Record<string, () => void>> = { '+': zoomIn, '=': zoomIn, '-': zoomOut, '0': fit };
  const keyDown = (event: KeyboardEvent) => {
    const path = pathOf(event);
    if (event.ctrlKey || event.metaKey || event.altKey || path === undefined) return;
    const next = event.shiftKey ? undefined : neighbour(layout, path, event.key);
    if (event.shiftKey && event.key in scrolls) viewport.current?.scrollBy(scrolls[event.key]!);
    else if (next !== undefined) focus(next);
    else if (event.key === 'Enter') onChoose?.(path);
    else if (event.key === ' ') toggle(path);
    else if (event.key in keys) keys[event.key]!();
    else return;
    event.preventDefault();
  };
  const blocks = nodes.flatMap(({ parent }) => parent ?? []);
  const isFolded = blocks.some((path) => folded.has(path));
  return (
    <div className="graph">
      <div className="graph-tools" role="group" aria-label="View of the graph">
        {blocks.length > 0 && (
          <Button
            variant="quiet"
            aria-label={isFolded ? 'Unfold all blocks' : 'Fold all blocks'}
            onPress={() => fold(blocks, !isFolded)}
          >
            <Icon of={isFolded ? ChevronsUpDown : ChevronsDownUp} />
          </Button>
        )}
        <Button variant="quiet" aria-label="Zoom out" aria-keyshortcuts="-" onPress={zoomOut}>
          <Icon of={ZoomOut} />
        </Button>
        <Button variant="quiet" aria-label="Zoom in" aria-keyshortcuts="+" onPress={zoomIn}>
          <Icon of={ZoomIn} />
        </Button>
        <Button variant="quiet" aria-label="Show the whole graph" aria-keyshortcuts="0" onPress={fit}>
          <Icon of={Maximize} />
        </Button>
      </div>
      <div ref={viewport} className="graph-viewport">
        <div className="graph-size" style={{ width: layout.width * zoom, height: layout.height * zoom }}>
          <div
            role="tree"
            aria-label={label}
            className="graph-canvas"
            style={{ width: layout.width, height: layout.height, transform: `scale(${zoom})` }}
            onKeyDown={keyDown}
            onClick={(event) => {
              const path = pathOf(event);
              if (path !== undefined) onChoose?.(path);
            }}
            onFocus={(event) => {
              setFocused(pathOf(event));
              onPoint?.(pathOf(event));
            }}
            onBlur={() => onPoint?.(undefined)}
            onMouseOver={(event) => onPoint?.(pathOf(event))}
            onMouseLeave={() => onPoint?.(undefined)}
          >
            <GraphLines layout={layout} />
            {boxes.map((box) => {
              const { path } = box.node;
              const state = stateOf === undefined ? undefined : (stateOf(path) ?? pending);
              return (
                <GraphNode
                  key={path}
                  box={box}
                  state={state?.state}
                  stateText={state?.text}
                  isChosen={path === chosen}
                  isInTabOrder={path === entry}
                  onToggle={toggle}
                />
              );
            })}
          </div>
        </div>
      </div>
    </div>
  );
}

const pending = { state: 'PENDING', text: undefined } as const;
const step = 80;
const scrolls: Readonly<Record<string, ScrollToOptions>> = {
  ArrowLeft: { left: -step },
  ArrowRight: { left: step },
  ArrowUp: { top: -step },
  ArrowDown: { top: step },
};

/** The path of the task that an event happened on. */
function pathOf({ target }: SyntheticEvent): string | undefined {
  return target instanceof Element ? target.closest<HTMLElement>('[data-path]')?.dataset['path'] : undefined;
}

/** Which blocks are folded: those of a large graph, until the user unfolds them or chooses a task inside. */
function useFolded(nodes: readonly OutlineNode[], chosen: string | undefined) {
  const [toggled, setToggled] = useState<ReadonlyMap<string, boolean>>(new Map());
  useEffect(() => {
    const outer = blocksAround(nodes, chosen);
    if (outer.length > 0) setToggled((all) => new Map([...all, ...outer.map((path) => [path, false] as const)]));
    // Later changes of the tasks must not unfold what the user has folded.
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, [chosen]);
  const folded = useMemo(() => {
    const paths = new Set(foldedAtFirst(nodes));
    for (const [path, isFolded] of toggled) {
      if (isFolded) paths.add(path);
      else paths.delete(path);
    }
    return paths;
  }, [nodes, toggled]);
  const fold = (paths: readonly string[], isFolded: boolean) =>
    setToggled((all) => new Map([...all, ...paths.map((path) => [path, isFolded] as const)]));
  return { folded, fold };
}

function blocksAround(nodes: readonly OutlineNode[], path: string | undefined): readonly string[] {
  const parent = nodes.find((node) => node.path === path)?.parent;
  return parent === undefined ? [] : [parent, ...blocksAround(nodes, parent)];
}

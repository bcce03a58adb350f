import {
  Columns3,
  GitFork,
  Hourglass,
  ListOrdered,
  Repeat,
  RotateCw,
  SquareTerminal,
  Workflow,
  type LucideIcon,
} from 'lucide-react';
import { memo } from 'react';
import { flowName } from '../../../src/language/flow/flow-key.ts';
import { Icon } from '../components/icon.tsx';
import { StateIcon, stateStyles } from '../components/state-badge.tsx';
import { shortTypeName } from '../formats/short-type-name.ts';
import { hasConditionLine } from './graph-layout.ts';
import type { GraphBox, GraphState, OutlineNode } from './graph-pieces.ts';

const icons: Readonly<Record<NonNullable<OutlineNode['control']>, LucideIcon>> = {
  sequence: ListOrdered,
  branches: Columns3,
  choice: GitFork,
  loop: Repeat,
  until: RotateCw,
  wait: Hourglass,
};

export interface GraphNodeProps {
  readonly box: GraphBox;
  readonly state: GraphState['state'] | undefined;
  readonly stateText: string | undefined;
  readonly isChosen: boolean;
  readonly isInTabOrder: boolean;
  readonly onToggle: (path: string) => void;
}

/** A task, or the header of a block. It is drawn again only if something of it changes. */
export const GraphNode = memo(function GraphNode({
  box,
  state,
  stateText,
  isChosen,
  isInTabOrder,
  onToggle,
}: GraphNodeProps) {
  const { node, depth, inside, isOpen, x, y, width, height } = box;
  const { path, id, kind, disabled, description, type } = node;
  return (
    <div
      role="treeitem"
      className={`graph-node tone-${toneOf(state)}`}
      style={{ left: x, top: y, width, height }}
      title={[id, type, description].filter((text) => text !== undefined).join('\n')}
      tabIndex={isInTabOrder ? 0 : -1}
      aria-level={depth + 1}
      aria-selected={isChosen}
      aria-expanded={inside > 0 ? isOpen : undefined}
      data-path={path}
      data-kind={kind}
      data-state={state}
      data-disabled={disabled || undefined}
      data-folded={(inside > 0 && !isOpen) || undefined}
    >
      <span className="graph-icon">
        {state === undefined ? (
          <Icon of={iconOf(node)} />
        ) : (
          <StateIcon state={state === 'PENDING' ? 'CREATED' : state} />
        )}
      </span>
      <span className="graph-id cut">{id}</span>
      <span className="graph-detail cut">
        <Detail node={node} state={state} stateText={stateText} />
      </span>
      {hasConditionLine(node) && <span className="graph-condition cut">if {node.condition}</span>}
      {inside > 0 && (
        <span className="graph-fold" onClick={(event) => (event.stopPropagation(), onToggle(path))}>
          <span aria-hidden="true">{isOpen ? '−' : '+'}</span>
          {!isOpen && (
            <>
              {' '}
              {inside} {inside === 1 ? 'task' : 'tasks'}
            </>
          )}
        </span>
      )}
    </div>
  );
});

function Detail({
  node,
  state,
  stateText,
}: Pick<GraphNodeProps, 'state' | 'stateText'> & { readonly node: OutlineNode }) {
  const { type, disabled, allowFailure, flow, condition } = node;
  const isControl = condition !== undefined && !hasConditionLine(node);
  const parts = [
    state !== undefined && (state === 'PENDING' ? 'Pending' : stateStyles[state].word),
    stateText,
    state === undefined && (flow !== undefined ? flowName(flow) : type === undefined ? 'no type' : shortTypeName(type)),
    isControl && condition,
    disabled && 'disabled',
    allowFailure === true && 'may fail',
  ];
  return parts.filter((part) => typeof part === 'string' && part !== '').join(' · ');
}

function iconOf({ kind, control }: OutlineNode): LucideIcon {
  if (control !== undefined) return icons[control];
  return kind === 'call' ? Workflow : kind === 'block' ? ListOrdered : SquareTerminal;
}

function toneOf(state: GraphState['state'] | undefined): string {
  return state === undefined || state === 'PENDING' ? 'neutral' : stateStyles[state].tone;
}

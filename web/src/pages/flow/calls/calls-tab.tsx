import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { flowName } from '../../../../../src/language/flow/flow-key.ts';
import { dependenciesQuery } from '../../../api/flow-queries.ts';
import { Callout } from '../../../components/callout.tsx';
import { QueryView } from '../../../components/query-view.tsx';
import { flowPage } from '../../../links.ts';
import type { FlowTabProps } from '../flow-tab-props.ts';
import { CallDrawing } from './call-drawing.tsx';
import { callTree, type CallNode } from './call-tree.ts';
import './calls.css';

/** Which flows this one calls, and which call it, directly and indirectly. */
export function CallsTab({ flow }: FlowTabProps) {
  const query = useQuery(dependenciesQuery(flow));
  return (
    <QueryView query={query} what="the calls">
      {(dependencies) => (
        <div className="calls stack gap-24">
          {dependencies.truncated && (
            <Callout tone="warning" title="There are too many flows to show here; some are omitted." />
          )}
          <CallDrawing dependencies={dependencies} />
          <CallList
            title="This flow calls"
            nodes={callTree(dependencies, 'calls')}
            whenEmpty="It calls no other flows."
          />
          <CallList
            title="This flow is called by"
            nodes={callTree(dependencies, 'calledBy')}
            whenEmpty="No other flows call it."
          />
        </div>
      )}
    </QueryView>
  );
}

interface CallListProps {
  readonly title: string;
  readonly nodes: readonly CallNode[];
  readonly whenEmpty: string;
}

function CallList({ title, nodes, whenEmpty }: CallListProps) {
  return (
    <section>
      <h2>{title}</h2>
      {nodes.length === 0 ? <p className="muted">{whenEmpty}</p> : <Branch nodes={nodes} />}
    </section>
  );
}

function Branch({ nodes }: { readonly nodes: readonly CallNode[] }) {
  return (
    <ul>
      {nodes.map(({ flow, exists, isRepeated, children }) => (
        <li key={flowName(flow)}>
          {exists ? (
            <Link {...flowPage(flow)} search={{ tab: 'calls' }}>
              {flowName(flow)}
            </Link>
          ) : (
            <>
              {flowName(flow)} <span className="muted">not found, or you cannot read it</span>
            </>
          )}
          {isRepeated && <span className="muted"> shown above</span>}
          {children.length > 0 && <Branch nodes={children} />}
        </li>
      ))}
    </ul>
  );
}

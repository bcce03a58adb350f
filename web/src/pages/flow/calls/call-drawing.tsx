import { Link } from '@tanstack/react-router';
import type { Schema } from '../../../../../src/faces/api-client/operation-types.ts';
import { flowName } from '../../../../../src/language/flow/flow-key.ts';
import { flowPage } from '../../../links.ts';
import { callLayout, flowSize } from './call-layout.ts';

const maxFlows = 60;

/**
 * The graph of calls, for wide screens and few flows. It is hidden from screen readers and the Tab key, which have the
 * lists below.
 */
export function CallDrawing({ dependencies }: { readonly dependencies: Schema<'Dependencies'> }) {
  const { nodes, edges } = dependencies;
  if (edges.length === 0 || nodes.length > maxFlows) return null;
  const { flows, paths, width, height } = callLayout(dependencies);
  const self = flowName(dependencies);
  return (
    <div className="call-drawing" aria-hidden="true">
      <div style={{ width, height }}>
        <svg width={width} height={height}>
          <defs>
            <marker id="call-arrow" viewBox="0 0 8 8" refX="7" refY="4" markerWidth="7" markerHeight="7" orient="auto">
              <path d="M0 0 8 4 0 8z" />
            </marker>
          </defs>
          {paths.map((path) => (
            <path key={path} className="call-line" d={path} markerEnd="url(#call-arrow)" />
          ))}
        </svg>
        {flows.map(({ flow, exists, x, y }) => {
          const name = flowName(flow);
          const box = { className: 'call-flow cut', title: name, style: { ...flowSize, left: x, top: y } };
          return exists && name !== self ? (
            <Link key={name} {...box} tabIndex={-1} {...flowPage(flow)} search={{ tab: 'calls' }}>
              {name}
            </Link>
          ) : (
            <span key={name} {...box} data-self={name === self || undefined}>
              {name}
            </span>
          );
        })}
      </div>
    </div>
  );
}

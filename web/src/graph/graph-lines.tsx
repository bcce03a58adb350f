import { memo } from 'react';
import type { GraphLayout } from './graph-layout.ts';
import { gap, type Place } from './graph-pieces.ts';

/** The arrows, and the frames behind the tasks. Screen readers have the tree of tasks. */
export const GraphLines = memo(function GraphLines({ layout }: { readonly layout: GraphLayout }) {
  const { edges, frames, width, height } = layout;
  return (
    <div aria-hidden="true">
      {frames.map(({ key, label, x, y, width: frameWidth, height: frameHeight }) => (
        <div
          key={key}
          className="graph-frame"
          data-section={label === undefined ? undefined : key}
          style={{ left: x, top: y, width: frameWidth, height: frameHeight }}
        >
          {label}
        </div>
      ))}
      <svg width={width} height={height}>
        {edges.map(({ to, points, isException }) => (
          <path key={to} className="graph-line" data-exception={isException || undefined} d={lineOf(points)} />
        ))}
        {edges.map(({ to, points }) => (
          <path key={to} className="graph-arrow" d={arrowOf(points.at(-1)!)} />
        ))}
      </svg>
      {edges.map(
        ({ to, label }) =>
          label !== undefined && (
            <span key={to} className="graph-case chip cut" style={{ left: label.x, top: label.y - gap.label / 2 }}>
              {label.text}
            </span>
          ),
      )}
    </div>
  );
});

function lineOf(points: readonly Place[]): string {
  const [start, end] = [points[0]!, points.at(-1)!];
  if (points.length > 2) return `M${points.map(({ x, y }) => `${x} ${y}`).join('L')}`;
  const middle = (start.y + end.y) / 2;
  return `M${start.x} ${start.y}C${start.x} ${middle} ${end.x} ${middle} ${end.x} ${end.y}`;
}

function arrowOf({ x, y }: Place): string {
  return `M${x} ${y}l-4-7h8z`;
}

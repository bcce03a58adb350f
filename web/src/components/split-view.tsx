import { useRef, useState, type KeyboardEvent, type PointerEvent, type ReactNode } from 'react';
import './split-view.css';

export interface SplitViewProps {
  /** The name of the bar between the two. */
  readonly label: string;
  /** Where this browser remembers the position of the bar. */
  readonly storageKey: string;
  /** Without a right one, the left one has all the space. */
  readonly children: readonly [left: ReactNode, right: ReactNode | undefined];
}

const limits = { min: 25, max: 80, first: 58, step: 5 } as const;

/** Two things beside each other, with a bar between them that the pointer or the arrow keys move. */
export function SplitView({ label, storageKey, children: [left, right] }: SplitViewProps) {
  const view = useRef<HTMLDivElement>(null);
  const [percent, setPercent] = useState(() => bounded(Number(localStorage.getItem(storageKey)) || limits.first));
  const move = (next: number) => {
    setPercent(bounded(next));
    localStorage.setItem(storageKey, String(bounded(next)));
  };
  const drag = ({ currentTarget, clientX, pointerId }: PointerEvent) => {
    if (!currentTarget.hasPointerCapture(pointerId)) return;
    const { left: start, width } = view.current!.getBoundingClientRect();
    move((100 * (clientX - start)) / width);
  };
  const keyDown = (event: KeyboardEvent) => {
    const step = { ArrowLeft: -limits.step, ArrowRight: limits.step }[event.key];
    if (step === undefined) return;
    event.preventDefault();
    move(percent + step);
  };
  return (
    <div
      ref={view}
      className="split-view"
      style={{
        gridTemplateColumns:
          right === undefined ? 'minmax(0, 1fr)' : `minmax(0, ${percent}fr) 12px minmax(0, ${100 - percent}fr)`,
      }}
    >
      {left}
      {right !== undefined && (
        <>
          <div
            role="separator"
            className="split-bar"
            tabIndex={0}
            aria-orientation="vertical"
            aria-label={label}
            aria-valuenow={Math.round(percent)}
            aria-valuemin={limits.min}
            aria-valuemax={limits.max}
            onPointerDown={({ currentTarget, pointerId }) => currentTarget.setPointerCapture(pointerId)}
            onPointerMove={drag}
            onKeyDown={keyDown}
          />
          {right}
        </>
      )}
    </div>
  );
}

function bounded(percent: number): number {
  return Math.min(limits.max, Math.max(limits.min, percent));
}

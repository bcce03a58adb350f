import {
  useCallback,
  useEffect,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
  useSyncExternalStore,
  type KeyboardEvent,
} from 'react';
import { lineOfHash } from './line-hash.ts';
import { LogLine } from './log-line.tsx';
import type { LogLines } from './log-lines.ts';
import { LogToolbar } from './log-toolbar.tsx';
import { useLogSearch } from './use-log-search.ts';
import { lineHeight, visibleLines } from './visible-lines.ts';
import './log-view.css';

export interface LogViewProps {
  readonly lines: LogLines;
  /** Whether the log still grows: then the view follows it, until the user looks elsewhere. */
  readonly isLive: boolean;
}

/**
 * A log of any length: only the lines in sight are in the document. Following is a switch that the user's own scrolling
 * turns off. `#L120` in the address is a link to a line.
 */
export function LogView({ lines, isLive }: LogViewProps) {
  const pane = useRef<HTMLDivElement>(null);
  const count = useSyncExternalStore(lines.subscribe, () => lines.count);
  const [linked, setLinked] = useState(() => lineOfHash(location.hash));
  const [isFollowing, setFollowing] = useState(() => isLive && linked === undefined);
  const [view, setView] = useState({ scrollTop: 0, height: 600 });
  const search = useLogSearch(lines, count);
  const { start, end } = visibleLines({ count, ...view });
  const visible = useMemo(() => lines.pieces(start, end), [lines, start, end]);

  const scrollToLine = useCallback((number: number) => {
    const { current } = pane;
    current?.scrollTo({ top: (number - 1) * lineHeight - current.clientHeight / 3 });
  }, []);

  useLayoutEffect(() => {
    if (isFollowing && pane.current !== null) pane.current.scrollTop = pane.current.scrollHeight;
  }, [isFollowing, count]);

  const isLinkedThere = linked !== undefined && count >= linked;
  useLayoutEffect(() => {
    if (isLinkedThere) scrollToLine(linked);
  }, [isLinkedThere, linked, scrollToLine]);

  const current = search.current;
  useLayoutEffect(() => {
    if (current === undefined) return;
    setFollowing(false);
    scrollToLine(current + 1);
  }, [current, scrollToLine]);

  useEffect(() => {
    const { current: element } = pane;
    if (element === null) return;
    const measure = () => setView({ scrollTop: element.scrollTop, height: element.clientHeight });
    const observer = new ResizeObserver(measure);
    observer.observe(element);
    element.addEventListener('scroll', measure, { passive: true });
    return () => {
      observer.disconnect();
      element.removeEventListener('scroll', measure);
    };
  }, []);

  const stopFollowing = () => setFollowing(false);
  const onKeyDown = (event: KeyboardEvent) => {
    if (['PageUp', 'Home', 'ArrowUp'].includes(event.key)) stopFollowing();
    if (event.key === 'End') setFollowing(true);
  };
  const link = (number: number) => {
    stopFollowing();
    history.replaceState(history.state, '', `#L${number}`);
    setLinked(number);
  };
  const markOf = (index: number) => {
    if (index + 1 === linked) return 'linked';
    if (index === current) return 'current';
    return search.isMatch(index) ? 'match' : 'none';
  };

  return (
    <div className="log-view">
      <LogToolbar lines={lines} count={count} search={search} isFollowing={isFollowing} onFollow={setFollowing} />
      {/* A pane that scrolls must have the focus to be scrolled by keys; the handlers only notice the scrolling. */}
      {/* oxlint-disable jsx-a11y/no-noninteractive-tabindex, jsx-a11y/no-noninteractive-element-interactions */}
      <div
        ref={pane}
        className="log-pane"
        role="region"
        aria-label="Log"
        tabIndex={0}
        onKeyDown={onKeyDown}
        onWheel={({ deltaY }) => {
          if (deltaY < 0) stopFollowing();
        }}
        onTouchMove={stopFollowing}
        onPointerDown={stopFollowing}
      >
        <div className="log-space" style={{ height: count * lineHeight }}>
          <div className="log-lines" style={{ transform: `translateY(${start * lineHeight}px)` }}>
            {visible.map((pieces, offset) => (
              <LogLine
                key={start + offset}
                number={start + offset + 1}
                pieces={pieces}
                mark={markOf(start + offset)}
                onLink={link}
              />
            ))}
          </div>
        </div>
        {count === 0 && <p className="log-empty">{lines.isComplete ? 'Nothing was written.' : 'Nothing yet.'}</p>}
      </div>
    </div>
  );
}

import {
  useCallback,
  useEffect,
  useLayoutEffect,
  useMemo,
  useState,
  type ClipboardEvent,
  type CSSProperties,
  type KeyboardEvent,
} from 'react';
import { useKeptSwitch } from '../components/use-kept-switch.ts';
import { useIsComplete, useLineCount } from './followed-log.ts';
import { levelSwitch } from './level-mark.tsx';
import { hashOfLines, linesOfHash, rangeOf } from './line-hash.ts';
import type { LogLines } from './log-lines.ts';
import { LogRowsView } from './log-row-view.tsx';
import { LogRows } from './log-rows.ts';
import { selectedText, selectionIn, type LogSelection } from './log-selection.ts';
import { LogToolbar } from './log-toolbar.tsx';
import { useFirstLine } from './use-first-line.ts';
import { useKeptPlace } from './use-kept-place.ts';
import { useLevelFilter } from './use-level-filter.ts';
import { useLogPane } from './use-log-pane.ts';
import { useLogSearch } from './use-log-search.ts';
import { useOpenedLink } from './use-opened-link.ts';
import './log-view.css';

export interface LogViewProps {
  readonly lines: LogLines;
  /** The name of the file that a download makes, without an extension. */
  readonly name: string;
  /** Whether to start at the end: then the view follows the log, until the user looks elsewhere. */
  readonly startsAtEnd: boolean;
  /** Starts at the first line that matches. */
  readonly startsAt?: RegExp | undefined;
  /** Called when the user scrolls in the log, so that the page does not switch to another log. */
  readonly onHold: () => void;
  /** Called with the hash that links to the chosen lines. */
  readonly onLink: (hash: string) => void;
}

/**
 * A log of any length: only the rows in sight are in the document. Following is a switch that the user's own scrolling
 * turns off. `#L120` or `#L120-140` in the address is a link to lines.
 */
export function LogView({ lines, name, startsAtEnd, startsAt, onHold, onLink }: LogViewProps) {
  const count = useLineCount(lines);
  const isComplete = useIsComplete(lines);
  const [isWrapped, wrap] = useKeptSwitch('flowgate.log.wrap');
  const [isTimed, showTimes] = useKeptSwitch('flowgate.log.times');
  const [isFull, setFull] = useState(false);
  const [linked, setLinked] = useState(() => linesOfHash(location.hash));
  const [selection, setSelection] = useState<LogSelection>();
  const [columns, setColumns] = useState(80);
  const levels = useLevelFilter(lines);
  const rows = useMemo(
    () => new LogRows(lines, isWrapped ? columns : undefined, levels.only),
    [lines, isWrapped, columns, levels.only],
  );
  const digits = Math.max(minDigits, String(count).length);
  const pane = useLogPane(
    () => rows.count,
    () => startsAtEnd && startsAt === undefined && linked === undefined,
    `${isTimed} ${digits}`,
  );
  const { ref, window, isFollowing, follow, showRow } = pane;
  useEffect(() => setColumns(pane.columns), [pane.columns]);
  const search = useLogSearch(lines, levels.isShown);
  const { current } = search;

  const followEnd = useCallback(
    (isOn: boolean) => {
      follow(isOn);
      // In a small window, the end of the log can be below the window.
      if (isOn) ref.current?.scrollIntoView({ block: 'nearest' });
    },
    [follow, ref],
  );
  const hold = useCallback(() => {
    follow(false);
    onHold();
  }, [follow, onHold]);

  const isLinkedThere = linked !== undefined && count >= linked.from;
  useLayoutEffect(() => {
    if (isLinkedThere) showRow(rows.rowOf(linked.from - 1));
  }, [isLinkedThere, linked?.from, rows, showRow]);

  useLayoutEffect(() => {
    if (current === undefined) return;
    hold();
    showRow(rows.rowOf(current));
  }, [current, rows, showRow, hold]);

  const first = useFirstLine(lines, startsAt);
  useLayoutEffect(() => {
    if (first !== undefined) showRow(rows.rowOf(first));
  }, [first, rows, showRow]);

  useOpenedLink((opened) => {
    hold();
    if (!rows.shows(opened.from - 1)) levels.turn(false);
    setLinked(opened);
  });
  // After the effects that show other lines.
  const keepPlace = useKeptPlace(rows, pane, linked);
  const filter = levelSwitch(levels, (isOn) => {
    keepPlace();
    levels.turn(isOn);
  });

  useEffect(() => {
    const { current: shown } = ref;
    if (shown === null) return;
    const onChange = () => setSelection(selectionIn(shown));
    document.addEventListener('selectionchange', onChange);
    // A scrolling that would remove the selected rows can come before that event. Captured, to run first.
    shown.addEventListener('scroll', onChange, { passive: true, capture: true });
    return () => {
      document.removeEventListener('selectionchange', onChange);
      shown.removeEventListener('scroll', onChange, { capture: true });
    };
  }, [ref]);

  const link = useCallback(
    (number: number, isRange: boolean) => {
      const after = rangeOf(isRange ? linked : undefined, number);
      follow(false);
      setLinked(after);
      onLink(hashOfLines(after));
    },
    [linked, follow, onLink],
  );
  const showAll = useCallback(
    (number: number) => {
      link(number, false);
      wrap(true);
    },
    [link, wrap],
  );
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    if (['PageUp', 'Home', 'ArrowUp'].includes(event.key)) hold();
    else if (event.key === 'End') followEnd(true);
    else if (event.key === 'f') followEnd(!isFollowing);
    else if (event.key === 'w') wrap(!isWrapped);
    else if (event.key === 't') showTimes(!isTimed);
    else if (event.key === 'n' || event.key === 'N') search.move(event.key === 'n' ? 1 : -1);
  };
  const onCopy = (event: ClipboardEvent) => {
    // Read now: the event of the change may still be to come.
    const selected = ref.current === null ? undefined : selectionIn(ref.current);
    if (selected === undefined) return;
    event.preventDefault();
    event.clipboardData.setData('text/plain', selectedText(lines, rows, selected));
  };

  return (
    <div
      className="log-view stack gap-8"
      data-full={isFull}
      style={{ '--number-digits': digits } as CSSProperties} // which does not know such properties
      onKeyDown={(event) => {
        if (event.key === 'Escape') setFull(false);
      }}
    >
      <LogToolbar
        lines={lines}
        name={name}
        count={count}
        search={search}
        switches={[
          { title: 'Follow', hint: 'Stay at the end (f)', isOn: isFollowing, onChange: followEnd },
          { title: 'Wrap', hint: 'Wrap long lines (w)', isOn: isWrapped, onChange: wrap },
          { title: 'Times', hint: timesHint(lines), isOn: isTimed, onChange: showTimes },
          ...(filter === undefined ? [] : [filter]),
          { title: 'Full screen', hint: 'Press Esc to exit', isOn: isFull, onChange: setFull },
        ]}
      />
      {/* A pane that scrolls must have the focus to be scrolled by keys; the handlers only notice the scrolling. */}
      {/* oxlint-disable jsx-a11y/no-noninteractive-tabindex, jsx-a11y/no-noninteractive-element-interactions */}
      <div
        ref={ref}
        className="log-pane"
        role="region"
        aria-label="Log"
        tabIndex={0}
        data-wrapped={isWrapped}
        data-timed={isTimed}
        onKeyDown={onKeyDown}
        onCopy={onCopy}
        onWheel={({ deltaY }) => {
          if (deltaY < 0) hold();
        }}
        onTouchMove={hold}
        onPointerDown={hold}
      >
        <span className="log-probe" aria-hidden="true">
          {probe}
        </span>
        <div className="log-space" style={{ height: window.height }}>
          <LogRowsView
            lines={lines}
            isTimed={isTimed}
            rows={rows}
            window={window}
            selection={selection}
            search={search}
            linked={linked}
            onLink={link}
            onShowAll={showAll}
          />
        </div>
        {count === 0 && <p className="log-empty muted">{isComplete ? 'The log is empty.' : 'No output yet.'}</p>}
      </div>
    </div>
  );
}

/** The hint of the switch for times. On Jenkins, nobody may have been there to notice when lines were written. */
function timesHint({ times, count }: LogLines): string {
  return times.areKnown || count === 0
    ? 'When each line was written (t)'
    : 'It is not known when these lines were written';
}

/** The width of line numbers, so that the text of a log that grows does not move often. */
const minDigits = 4;
const probe = '0'.repeat(100);

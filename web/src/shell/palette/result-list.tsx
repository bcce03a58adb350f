import { useEffect, useRef } from 'react';
import type { Entry, EntryGroup } from './entries.tsx';

interface ResultListProps {
  /** Each option has it as its prefix, followed by a hyphen and its position. */
  readonly id: string;
  readonly groups: readonly EntryGroup[];
  /** The position of the option that Enter chooses. */
  readonly position: number;
  /** Called when the pointer moves to an option. */
  readonly onPoint: (position: number) => void;
  readonly onChoose: (entry: Entry) => void;
}

/** The list of a combobox. */
export function ResultList({ id, groups, position, onPoint, onChoose }: ResultListProps) {
  const list = useRef<HTMLDivElement>(null);
  useEffect(() => {
    list.current?.querySelector('[aria-selected=true]')?.scrollIntoView({ block: 'nearest' });
  }, [position]);
  if (groups.length === 0) return undefined;
  let count = 0;
  return (
    <div ref={list} id={id} role="listbox" aria-label="Results" className="palette-list">
      {groups.map(({ title, entries }) => (
        <div key={title} role="group" aria-labelledby={`${id}-${title.replace(' ', '-')}`}>
          <div id={`${id}-${title.replace(' ', '-')}`} role="presentation" className="menu-head muted small">
            {title}
          </div>
          {entries.map((entry) => {
            const at = count++;
            return (
              <div
                key={entry.title}
                id={`${id}-${at}`}
                role="option"
                aria-selected={at === position}
                className="palette-option"
                onPointerMove={({ movementX, movementY }) => {
                  // The list can also move below the pointer.
                  if (movementX !== 0 || movementY !== 0) onPoint(at);
                }}
                onClick={() => onChoose(entry)}
              >
                {entry.icon}
                <span className="palette-title">{entry.title}</span>
                {entry.details !== undefined && <span className="palette-details inline gap-8">{entry.details}</span>}
              </div>
            );
          })}
        </div>
      ))}
    </div>
  );
}

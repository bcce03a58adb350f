import type { LineLevel } from './line-level.ts';
import type { LogSwitch } from './log-toolbar.tsx';
import type { LevelFilter } from './use-level-filter.ts';

const titles: Readonly<Record<LineLevel, string>> = { error: 'Error', warning: 'Warning' };

/** A sign beside the number of a line. */
export function LevelMark({ level }: { readonly level: LineLevel }) {
  return <span className="log-level" data-level={level} role="img" aria-label={titles[level]} title={titles[level]} />;
}

/** The switch of a filter; undefined if there is nothing to filter. */
export function levelSwitch({ total, isOn }: LevelFilter, onChange: (isOn: boolean) => void): LogSwitch | undefined {
  if (total === 0) return undefined;
  return {
    title: 'Errors and warnings',
    label: (
      <>
        <span className="log-level-signs" aria-hidden="true">
          <span className="log-level" data-level="error" />
          <span className="log-level" data-level="warning" />
        </span>
        <span className="log-level-words">Errors and warnings</span>
        <span className="digits">{total.toLocaleString('en')}</span>
      </>
    ),
    hint: isOn ? 'Show all lines' : 'Show only the lines that report an error or a warning',
    isOn,
    onChange,
  };
}

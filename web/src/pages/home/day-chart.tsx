import type { Home } from '../../api/home-query.ts';
import { stateStyles, type State } from '../../components/state-badge.tsx';
import '../../components/state-badge.css';

type Day = Home['days'][number];

/** From the bottom of a bar to its top; what failed is at the top, where its height shows. */
const parts = [
  ['success', 'SUCCESS'],
  ['warning', 'WARNING'],
  ['cancelled', 'KILLED'],
  ['failed', 'FAILED'],
] as const satisfies readonly (readonly [keyof Day, State])[];

const [barWidth, gap, height] = [18, 6, 72];

/** The executions of each day as a bar. Failures are striped too, because colour is not enough. */
export function DayChart({ days }: { readonly days: readonly Day[] }) {
  const sums = days.map((day) => parts.reduce((sum, [part]) => sum + day[part], 0));
  const highest = Math.max(1, ...sums);
  const total = sums.reduce((sum, each) => sum + each, 0);
  const failed = days.reduce((sum, day) => sum + day.failed, 0);
  return (
    <figure className="day-chart">
      <svg
        role="img"
        aria-label={`${total} executions ended in the last 14 days, of which ${failed} failed`}
        viewBox={`0 0 ${days.length * (barWidth + gap) - gap} ${height}`}
      >
        <defs>
          <pattern id="failed-stripes" width="4" height="4" patternUnits="userSpaceOnUse" patternTransform="rotate(45)">
            <rect width="4" height="4" fill="var(--failed)" />
            <rect width="1" height="4" fill="var(--bg)" />
          </pattern>
        </defs>
        {days.map((day, index) => (
          <DayBar key={day.date} day={day} x={index * (barWidth + gap)} scale={(height - 1) / highest} />
        ))}
      </svg>
      <figcaption className="row apart small muted">
        <time dateTime={days[0]?.date}>{days[0]?.date}</time>
        <span>
          {total} ended, {failed} failed
        </span>
        <span>today (UTC)</span>
      </figcaption>
    </figure>
  );
}

/** @param scale the height of one execution */
function DayBar({ day, x, scale }: { readonly day: Day; readonly x: number; readonly scale: number }) {
  const shown = parts.filter(([part]) => day[part] > 0);
  const words = shown.map(([part, state]) => `${day[part]} ${stateStyles[state].word}`);
  let top = height - 1;
  return (
    <g>
      <title>{`${day.date}: ${words.length === 0 ? 'nothing ended' : words.join(', ')}`}</title>
      <rect className="day-space" x={x} y={0} width={barWidth} height={height} />
      {shown.map(([part, state]) => {
        // One failure among thousands is still seen.
        const size = Math.max(2, day[part] * scale);
        top = Math.max(0, top - size);
        return (
          <rect
            key={part}
            className={`tone-${stateStyles[state].tone}`}
            style={part === 'failed' ? { fill: 'url(#failed-stripes)' } : undefined}
            x={x}
            y={top}
            width={barWidth}
            height={size}
          />
        );
      })}
    </g>
  );
}

import { formatDuration } from '../formats/format-duration.ts';
import { stateStyles, type State } from './state-badge.tsx';
import './sparkline.css';
import './state-badge.css';

export interface SparklineBar {
  readonly id: string;
  readonly state: State;
  readonly milliseconds: number;
}

const [barWidth, gap, height, mark] = [5, 1, 36, 5];

/** Durations as bars, oldest first. A bar that did not succeed has a mark on top, because colour is not enough. */
export function Sparkline({ bars, label }: { readonly bars: readonly SparklineBar[]; readonly label: string }) {
  const longest = Math.max(1, ...bars.map(({ milliseconds }) => milliseconds));
  const width = Math.max(1, bars.length * (barWidth + gap) - gap);
  return (
    <svg
      className="sparkline"
      role="img"
      aria-label={label}
      viewBox={`0 0 ${width} ${height}`}
      width={width}
      preserveAspectRatio="none"
    >
      {bars.map(({ id, state, milliseconds }, index) => {
        const size = Math.max(2, (milliseconds / longest) * (height - mark - 2));
        const x = index * (barWidth + gap);
        const isSuccess = state === 'SUCCESS';
        return (
          <g key={id} className={`tone-${stateStyles[state].tone}`}>
            <title>{`${stateStyles[state].word}, ${formatDuration(milliseconds)}`}</title>
            <rect x={x} y={height - size} width={barWidth} height={size} opacity={isSuccess ? 0.75 : 1} />
            {!isSuccess && <rect x={x + 1} y={height - size - mark} width={barWidth - 2} height={barWidth - 2} />}
          </g>
        );
      })}
    </svg>
  );
}

import { useQuery } from '@tanstack/react-query';
import { recentExecutionsQuery } from '../../api/execution-queries.ts';
import { Facts } from '../../components/page.tsx';
import { stateStyles } from '../../components/state-badge.tsx';
import { formatDuration } from '../../formats/format-duration.ts';
import { activityOf, percentText, type Activity, type SparklineBar } from './flow-activity.ts';
import './sparkline.css';
import '../../components/state-badge.css';

/** How the latest executions of a flow went, whatever the list below is filtered by. */
export function FlowActivityView({ namespace, id }: { readonly namespace: string; readonly id: string }) {
  const { data } = useQuery(recentExecutionsQuery({ namespace, id }));
  const activity = activityOf(data?.executions ?? []);
  if (activity.durations.length === 0) return undefined;
  const { successRate, succeeded, failed, median, longest, durations } = activity;
  return (
    <section className="row row-wide" aria-label={`Latest executions of ${namespace}/${id}`}>
      <Sparkline bars={durations} label={labelOf(activity)} />
      <Facts
        items={[
          [
            'Succeeded',
            successRate === undefined
              ? undefined
              : `${percentText(successRate)} (${succeeded} of the last ${succeeded + failed})`,
          ],
          ['Median', median === undefined ? undefined : formatDuration(median)],
          ['Longest', longest === undefined ? undefined : formatDuration(longest)],
        ]}
      />
    </section>
  );
}

function labelOf({ durations, succeeded, failed, stopped, median }: Activity): string {
  const typical = median === undefined ? '' : ` The median of successful ones is ${formatDuration(median)}.`;
  return `Durations of the last ${durations.length} executions: ${succeeded} succeeded, ${failed} failed, ${stopped} were stopped.${typical}`;
}

const [barWidth, gap, height, mark] = [5, 1, 36, 5];

/** Durations as bars, oldest first. A bar that did not succeed has a mark on top, because colour is not enough. */
function Sparkline({ bars, label }: { readonly bars: readonly SparklineBar[]; readonly label: string }) {
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

import { useQuery } from '@tanstack/react-query';
import { recentExecutionsQuery } from '../../api/execution-queries.ts';
import { Facts } from '../../components/facts.tsx';
import { Sparkline } from '../../components/sparkline.tsx';
import { formatDuration } from '../../formats/format-duration.ts';
import { activityOf, percentText, type Activity } from './flow-activity.ts';

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

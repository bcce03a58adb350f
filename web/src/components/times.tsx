import { formatDuration } from '../formats/format-duration.ts';
import { formatLocal, formatRelative } from '../formats/format-time.ts';
import { useNow } from '../formats/use-now.ts';

/** How long ago a time was; the title has the time itself. @param at ISO 8601 */
export function RelativeTime({ at }: { readonly at: string }) {
  const tick = useNow();
  const time = Date.parse(at);
  // What is later than the last tick can be past already.
  const now = time > tick ? Date.now() : tick;
  return (
    <time dateTime={at} title={formatLocal(time)} className="relative-time">
      {formatRelative(time, now)}
    </time>
  );
}

/** The time from start to end; up to now, and counting, without an end. @param from,to ISO 8601 */
export function Duration({ from, to }: { readonly from: string; readonly to?: string }) {
  return to === undefined ? <CountingDuration from={from} /> : <>{formatDuration(Date.parse(to) - Date.parse(from))}</>;
}

function CountingDuration({ from }: { readonly from: string }) {
  return <>{formatDuration(useNow('fast') - Date.parse(from))}</>;
}

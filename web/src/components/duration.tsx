import { formatDuration } from '../formats/format-duration.ts';
import { useNow } from '../formats/use-now.ts';

/** The time from start to end; up to now, and counting, without an end. @param from,to ISO 8601 */
export function Duration({ from, to }: { readonly from: string; readonly to?: string }) {
  return to === undefined ? <CountingDuration from={from} /> : <>{formatDuration(Date.parse(to) - Date.parse(from))}</>;
}

function CountingDuration({ from }: { readonly from: string }) {
  return <>{formatDuration(useNow('fast') - Date.parse(from))}</>;
}

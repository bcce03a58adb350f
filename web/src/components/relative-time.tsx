import { formatLocal, formatRelative } from '../formats/format-time.ts';
import { useNow } from '../formats/use-now.ts';

/** How long ago a time was; the title has the time itself. @param at ISO 8601 */
export function RelativeTime({ at }: { readonly at: string }) {
  const now = useNow();
  const time = Date.parse(at);
  return (
    <time dateTime={at} title={formatLocal(time)} className="relative-time">
      {formatRelative(time, now)}
    </time>
  );
}

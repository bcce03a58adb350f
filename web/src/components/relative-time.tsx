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

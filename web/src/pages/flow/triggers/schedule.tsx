import { useQuery } from '@tanstack/react-query';
import { Callout } from '../../../components/callout.tsx';
import { Facts } from '../../../components/page.tsx';
import { RelativeTime } from '../../../components/times.tsx';
import { formatLocal } from '../../../formats/format-time.ts';
import { formatInZone } from '../../../formats/zone-time.ts';
import { TickLine } from './tick-line.tsx';
import type { Trigger } from './webhook-key.tsx';

/** When a schedule starts the flow: in words, in its zone, and what became of its last ticks. */
export function Schedule({ trigger }: { readonly trigger: Trigger }) {
  const { cron, timezone = 'UTC', nextAt, pending = 0, lastSkippedAt, lastSkippedReason } = trigger;
  const { data: words } = useQuery({
    queryKey: ['cron words', cron],
    queryFn: async () => (await import('./cron-words.ts')).cronWords(cron ?? '') ?? null,
    staleTime: Infinity,
    enabled: cron !== undefined,
  });
  return (
    <>
      <Facts
        items={[
          [
            'Schedule',
            cron === undefined ? (
              'None'
            ) : (
              <span key="cron">
                {words} <code className="muted">{cron}</code>
              </span>
            ),
          ],
          ['Time zone', timezone],
          ['Next', nextAt === undefined ? 'Never' : <ZonedTime key="next" at={nextAt} timezone={timezone} />],
          ['Pending executions', pending > 0 ? pending : undefined],
        ]}
      />
      <TickLine trigger={trigger} />
      {lastSkippedAt !== undefined && (
        <Callout tone="warning" title="Last skipped">
          <ZonedTime at={lastSkippedAt} timezone={timezone} />
          {lastSkippedReason !== undefined && `. ${lastSkippedReason}`}
        </Callout>
      )}
    </>
  );
}

/** A time in the zone of a schedule; the title has it in that of the browser. */
function ZonedTime({ at, timezone }: { readonly at: string; readonly timezone: string }) {
  return (
    <span title={formatLocal(Date.parse(at))}>
      {formatInZone(at, timezone)} <span className="muted">{timezone}</span>, <RelativeTime at={at} />
    </span>
  );
}

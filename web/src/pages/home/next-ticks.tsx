import { Link } from '@tanstack/react-router';
import type { Home } from '../../api/home-query.ts';
import { FlowName } from '../../components/flow-name.tsx';
import { RelativeTime } from '../../components/times.tsx';
import { formatMinute } from '../../formats/format-time.ts';
import { formatInZone } from '../../formats/zone-time.ts';
import { flowPage } from '../../links.ts';

/** The next ticks of schedules, in the zone of the browser. */
export function NextTicks({ ticks }: { readonly ticks: Home['next'] }) {
  return (
    <ul className="home-list">
      {ticks.map(({ namespace, flow_id: id, trigger, at, timezone }) => (
        <li key={`${namespace}/${id} ${trigger} ${at}`} className="underlined">
          <Link
            {...flowPage({ namespace, id })}
            search={{ tab: 'triggers' }}
            className="cut"
            title={`Trigger ${trigger}: ${formatInZone(at, timezone)} ${timezone}`}
          >
            <FlowName namespace={namespace} id={id} />
          </Link>
          <span className="muted digits">
            {formatMinute(Date.parse(at))} · <RelativeTime at={at} />
          </span>
        </li>
      ))}
    </ul>
  );
}

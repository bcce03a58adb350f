import { Link } from '@tanstack/react-router';
import { StateIcon, stateStyles } from '../../../components/state-badge.tsx';
import { formatLocal } from '../../../formats/format-time.ts';
import { formatInZone } from '../../../formats/zone-time.ts';
import { executionPage } from '../../../links.ts';
import type { Trigger } from './webhook-key.tsx';

/** The last executions of a schedule and its next ticks, from left to right; each has its time as its name. */
export function TickLine({ trigger }: { readonly trigger: Trigger }) {
  const { id, timezone = 'UTC', latest = [], nextAt, laterTimes = [] } = trigger;
  const next = nextAt === undefined ? [] : [nextAt, ...laterTimes];
  if (latest.length + next.length === 0) return undefined;
  return (
    <ol className="ticks" aria-label={`Last and next ticks of ${id}`}>
      {latest.toReversed().map(({ id: execution, state, createdAt }) => (
        <li key={execution}>
          <Link
            {...executionPage(execution)}
            title={`${stateStyles[state].word}, ${formatLocal(Date.parse(createdAt))}`}
          >
            <StateIcon state={state} />
            <span className="visually-hidden">
              {stateStyles[state].word}, {formatInZone(createdAt, timezone)} {timezone}
            </span>
          </Link>
        </li>
      ))}
      <li className="ticks-now small muted">now</li>
      {next.map((at) => (
        <li key={at} title={`${formatInZone(at, timezone)} ${timezone}, ${formatLocal(Date.parse(at))}`}>
          <StateIcon state="QUEUED" />
          <time className="visually-hidden" dateTime={at}>
            Next {formatInZone(at, timezone)} {timezone}
          </time>
        </li>
      ))}
    </ol>
  );
}

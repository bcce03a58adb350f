import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import type { ResponseBody, Schema } from '../../../../../src/faces/api-client/operation-types.ts';
import { unwrap } from '../../../api/api-problem.ts';
import { api } from '../../../api/client.ts';
import { pathOf } from '../../../api/flow-queries.ts';
import { queryKeys } from '../../../api/read.ts';
import { useAction } from '../../../api/use-action.ts';
import { Button } from '../../../components/button.tsx';
import { ErrorBox } from '../../../components/callout.tsx';
import { Dialog } from '../../../components/dialog.tsx';
import { TextField } from '../../../components/field.tsx';
import { formatLocal } from '../../../formats/format-time.ts';
import { executionPage } from '../../../links.ts';
import { isoTime } from '../run/iso-time.ts';

type Ticks = ResponseBody<'backfillTrigger'>;
type Outcome = Ticks['ticks'][number]['outcome'];

const day = 86_400_000;

export interface BackfillDialogProps {
  readonly flow: Schema<'FlowKey'>;
  readonly triggerId: string;
  readonly onClose: () => void;
}

/** Starts a flow for the ticks that its schedule has missed: first lists them, then runs them. */
export function BackfillDialog({ flow, triggerId, onClose }: BackfillDialogProps) {
  const [from, setFrom] = useState(() => localMinute(Date.now() - day));
  const [to, setTo] = useState(() => localMinute(Date.now()));
  const [result, setResult] = useState<Ticks>();
  const times = { from: utcTime(from), to: utcTime(to) };
  const backfill = useAction<boolean, Ticks>({
    run: (dryRun) =>
      unwrap(
        api.POST('/flows/{namespace}/{flow_id}/triggers/{trigger_id}/backfill', {
          params: { path: { ...pathOf(flow), trigger_id: triggerId } },
          body: { from: times.from ?? from, to: times.to ?? to, dryRun },
        }),
      ),
    invalidates: [queryKeys.executions, queryKeys.flows],
    onDone: setResult,
  });
  const change = (set: (text: string) => void) => (text: string) => {
    set(text);
    setResult(undefined);
  };
  const planned = result?.ticks.filter(({ outcome }) => outcome === 'planned').length ?? 0;
  const isReady = times.from !== undefined && times.to !== undefined;
  return (
    <Dialog
      title={`Backfill ${triggerId}`}
      isOpen
      onClose={onClose}
      actions={
        <>
          <Button onPress={onClose}>Close</Button>
          {planned > 0 ? (
            <Button variant="primary" isBusy={backfill.isBusy} onPress={() => backfill.start(false)}>
              {planned === 1 ? 'Start 1 execution' : `Start ${planned} executions`}
            </Button>
          ) : (
            <Button
              variant="primary"
              isDisabled={!isReady}
              isBusy={backfill.isBusy}
              onPress={() => backfill.start(true)}
            >
              Preview
            </Button>
          )}
        </>
      }
    >
      <p>Starts the flow once for each missed tick. At most 100 ticks of the last 30 days.</p>
      <TextField label="From" hint={hint} value={from} onChange={change(setFrom)} problem={problemOf(times.from)} />
      <TextField label="To" value={to} onChange={change(setTo)} problem={problemOf(times.to)} />
      <ErrorBox what="Could not backfill" problem={backfill.problem} />
      {result !== undefined && <TickList ticks={result.ticks} />}
    </Dialog>
  );
}

const hint = 'In your time zone, as YYYY-MM-DD hh:mm';

function problemOf(time: string | undefined): string | undefined {
  return time === undefined ? 'Use the form YYYY-MM-DD hh:mm' : undefined;
}

const outcomes: Readonly<Record<Outcome, string>> = {
  planned: 'Would start',
  started: 'Started',
  failed: 'Could not start',
  exists: 'Has an execution already',
  skipped: 'Skipped',
};

function TickList({ ticks }: Pick<Ticks, 'ticks'>) {
  if (ticks.length === 0) return <p role="status">The schedule has no ticks in this time.</p>;
  return (
    <ul className="tick-list" aria-label="Ticks">
      {ticks.map(({ at, outcome, execution, reason }) => (
        <li key={at} className="row">
          <time dateTime={at}>{formatLocal(Date.parse(at))}</time>
          {execution === undefined ? (
            <span>{outcomes[outcome]}</span>
          ) : (
            <Link {...executionPage(execution.id)}>{outcomes[outcome]}</Link>
          )}
          {reason !== undefined && <span className="muted">{reason}</span>}
        </li>
      ))}
    </ul>
  );
}

/** Such as `2026-01-02 03:04`, in the zone of the browser. */
function localMinute(time: number): string {
  return formatLocal(time).slice(0, 16);
}

/** ISO 8601 in UTC; undefined for a text that is no time. */
function utcTime(text: string): string | undefined {
  const time = Date.parse(isoTime(text, 'datetime-local'));
  return Number.isNaN(time) ? undefined : new Date(time).toISOString();
}

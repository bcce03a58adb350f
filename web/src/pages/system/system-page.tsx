import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { apiUrl } from '../../api/base-path.ts';
import { executionStates } from '../../api/execution-states.ts';
import { systemQuery, type System } from '../../api/system-queries.ts';
import { Button } from '../../components/button.tsx';
import { Callout } from '../../components/callout.tsx';
import { Facts, Page } from '../../components/page.tsx';
import { QueryView } from '../../components/query-view.tsx';
import { StateIcon, stateStyles } from '../../components/state-badge.tsx';
import { RelativeTime } from '../../components/times.tsx';
import { showToast } from '../../components/toasts.tsx';
import { formatDuration } from '../../formats/format-duration.ts';
import { diagnosticsText } from './diagnostics.ts';
import { Receivers } from './receivers.tsx';
import { TaskTypes } from './task-types.tsx';
import './system-page.css';

/** Clocks that differ more make times and durations on other pages wrong. */
const maxClockDifference = 5_000;

export function SystemPage() {
  const query = useQuery(systemQuery());
  return (
    <Page title="System" actions={query.data && <CopyDiagnostics system={query.data} />}>
      <QueryView query={query} what="the gateway status" skeletonRows={3}>
        {(system) => (
          <>
            <ChecksView system={system} />
            {Math.abs(system.clockDifference) > maxClockDifference && (
              <Callout tone="warning" title={clockText(system.clockDifference)}>
                Times on these pages use the gateway&apos;s clock.
              </Callout>
            )}
            <section className="stack gap-8">
              <h2>Versions</h2>
              <Facts
                items={[
                  ['Flowgate', system.version],
                  ['API', <ApiLink key="api" version={system.contract} />],
                  ...system.checks.map(({ name, version }) => [nameOf(name), version] as const),
                  ['Node.js', system.node],
                  ['Started', <RelativeTime key="started" at={system.startedAt} />],
                ]}
              />
            </section>
            <Work system={system} />
            {system.receivers !== undefined && <Receivers receivers={system.receivers} />}
          </>
        )}
      </QueryView>
      <TaskTypes />
    </Page>
  );
}

/** The description of the API is a page of the gateway, not of the console. */
function ApiLink({ version }: { readonly version: string }) {
  return (
    <>
      {version} · <a href={apiUrl('/docs')}>HTTP API</a> · <a href={apiUrl('/openapi.json')}>OpenAPI</a>
    </>
  );
}

function Work({ system: { executions, queueDepth, engine, archive } }: { readonly system: System }) {
  const counts = executionStates.flatMap((state) => {
    const count = executions?.[state] ?? 0;
    return count === 0 ? [] : [[stateStyles[state].word, count] as const];
  });
  return (
    <section className="stack gap-8">
      <h2>Executions</h2>
      <Facts
        items={[
          ['Engine', engineText(engine)],
          ['Queued for a worker', queueDepth],
          ['Archived', archive?.archived],
          ['Due to be archived', archive?.due],
          ...(engine === 'jenkins'
            ? [
                [
                  'Controllers',
                  <Link key="controllers" to="/ui/controllers">
                    Show all
                  </Link>,
                ] as const,
              ]
            : []),
          ...(counts.length > 0 ? counts : [['Stored', executions && 'None'] as const]),
        ]}
      />
    </section>
  );
}

function engineText(engine: System['engine']): string {
  return engine === undefined ? 'None; flows cannot run' : engineTexts[engine];
}

const engineTexts: Readonly<Record<NonNullable<System['engine']>, string>> = {
  jenkins: 'Jenkins',
  local: "Local, on the gateway's machine",
};

/** Such as `Redis`, or `Jenkins eu` for `jenkins:eu`. */
function nameOf(check: string): string {
  return `${check.slice(0, 1).toUpperCase()}${check.slice(1).replace(':', ' ')}`;
}

function clockText(difference: number): string {
  const side = difference > 0 ? 'ahead of' : 'behind';
  return `The gateway's clock is ${formatDuration(Math.abs(difference))} ${side} this browser's`;
}

/** What the gateway depends on, and why part of it is not ready. */
export function ChecksView({ system: { status, checks } }: { readonly system: System }) {
  return (
    <section className="stack gap-8">
      <h2>{status === 'ready' ? 'Ready' : 'Not ready'}</h2>
      <ul className="checks stack gap-8">
        {checks.map(({ name, ready, reason }) => (
          <li key={name} className={ready ? undefined : 'callout tone-failed'}>
            <StateIcon state={ready ? 'SUCCESS' : 'FAILED'} /> <strong>{nameOf(name)}</strong>{' '}
            {ready ? 'ready' : `not ready${reason === undefined ? '' : `: ${reason}`}`}
          </li>
        ))}
      </ul>
    </section>
  );
}

/** Copies what a bug report needs. */
export function CopyDiagnostics({ system }: { readonly system: System & { readonly clockDifference: number } }) {
  const copy = async () => {
    await navigator.clipboard.writeText(diagnosticsText(system, navigator.userAgent));
    showToast('Copied the diagnostics');
  };
  return <Button onPress={() => void copy()}>Copy diagnostics</Button>;
}

import { Link } from '@tanstack/react-router';
import type { Execution } from '../../api/execution-queries.ts';
import { isFinal } from '../../api/execution-states.ts';
import { Callout } from '../../components/callout.tsx';
import type { Tone } from '../../components/state-badge.tsx';
import { RelativeTime } from '../../components/times.tsx';
import { ExecutionText } from './execution-text.tsx';
import { FailureSummary } from './failure-summary.tsx';
import { WaitPanel } from './waits/wait-panel.tsx';

const tones: Readonly<Record<Execution['messages'][number]['style'], Tone>> = {
  ERROR: 'failed',
  WARNING: 'warning',
  INFO: 'running',
  SUCCESS: 'success',
};

/** Waits, holds, failures, delays, and the messages of the execution and of its input checks. */
export function ExecutionNotices({ execution }: { readonly execution: Execution }) {
  const { state, reason, trouble, troubleSince, held, locks, stop, messages, notices = [], partial } = execution;
  return (
    <>
      <WaitPanel execution={execution} />
      {(state === 'FAILED' || state === 'WARNING') && <FailureSummary execution={execution} />}
      {state === 'KILLED' && reason !== undefined && (
        <Callout tone="neutral" title="Why it was stopped">
          {reason}
        </Callout>
      )}
      {held && !isFinal(state) ? (
        <Callout tone="neutral" title="Held until another execution ends">
          {trouble === undefined ? (
            'The flow, a lock or the namespace limits how many executions run at once.'
          ) : (
            <ExecutionText text={trouble} />
          )}{' '}
          {locks !== undefined && <Link to="/ui/locks">See all locks</Link>}
        </Callout>
      ) : (
        trouble !== undefined && (
          <Callout tone="warning" title="Delayed">
            <ExecutionText text={trouble} /> {troubleSince !== undefined && <RelativeTime at={troubleSince} />}
          </Callout>
        )
      )}
      {!held && trouble === undefined && (state === 'CREATED' || state === 'QUEUED') && (
        <Callout tone="neutral" title="Queued">
          It starts as soon as a machine is available.
        </Callout>
      )}
      {stop !== undefined && !isFinal(state) && (
        <Callout tone="neutral" title="Stopping">
          {stop.by} stopped it <RelativeTime at={stop.at} />. The tasks in finally still run.
        </Callout>
      )}
      {messages.map(({ message, style }, index) => (
        // The messages of a record never change, and two may be equal.
        // oxlint-disable-next-line react/no-array-index-key
        <Callout key={index} tone={tones[style]} title={message} />
      ))}
      {notices.map(({ input_id: id, message }) => (
        <Callout key={`${id}: ${message}`} tone="warning" title={`${id}: ${message}`} />
      ))}
      {partial && (
        <Callout tone="neutral" title="Some tasks are hidden">
          This execution includes flows in namespaces that you cannot read.
        </Callout>
      )}
    </>
  );
}

import { isFinal, type Execution } from '../../api/execution-queries.ts';
import { Callout } from '../../components/callout.tsx';
import { RelativeTime } from '../../components/relative-time.tsx';
import type { Tone } from '../../components/state-icon.tsx';

const tones: Readonly<Record<Execution['messages'][number]['style'], Tone>> = {
  ERROR: 'failed',
  WARNING: 'warning',
  INFO: 'running',
  SUCCESS: 'success',
};

/** What is wrong, what delays the execution, and what its checks said. */
export function ExecutionNotices({ execution }: { readonly execution: Execution }) {
  const { state, reason, trouble, troubleSince, waiting, stop, messages, partial } = execution;
  return (
    <>
      {reason !== undefined && (
        <Callout tone={state === 'FAILED' ? 'failed' : 'warning'} title={titleOf(state)}>
          {reason}
        </Callout>
      )}
      {trouble !== undefined && (
        <Callout tone="warning" title="Delayed">
          {trouble} {troubleSince !== undefined && <RelativeTime at={troubleSince} />}
        </Callout>
      )}
      {waiting && <Callout tone="neutral" title="Waits for another execution of this flow to end" />}
      {stop !== undefined && !isFinal(state) && (
        <Callout tone="neutral" title={`${stop.by} has stopped it`}>
          <RelativeTime at={stop.at} />
        </Callout>
      )}
      {messages.map(({ message, style }) => (
        <Callout key={message} tone={tones[style]} title={message} />
      ))}
      {partial && (
        <Callout tone="neutral" title="Some tasks are hidden">
          This execution includes flows in namespaces that you may not read.
        </Callout>
      )}
    </>
  );
}

function titleOf(state: Execution['state']): string {
  if (state === 'FAILED') return 'Why it failed';
  return state === 'KILLED' ? 'Why it was stopped' : 'What went wrong';
}

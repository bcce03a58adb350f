import { Suspense, useState } from 'react';
import type { ApiProblem } from '../../../api/api-problem.ts';
import type { Execution } from '../../../api/execution-queries.ts';
import { useSubject } from '../../../api/use-may.ts';
import { Button } from '../../../components/button.tsx';
import { ErrorBox } from '../../../components/callout.tsx';
import { Facts } from '../../../components/page.tsx';
import { Skeleton } from '../../../components/query-view.tsx';
import { RelativeTime } from '../../../components/times.tsx';
import { formatDuration } from '../../../formats/format-duration.ts';
import { formatLocal } from '../../../formats/format-time.ts';
import { useNow } from '../../../formats/use-now.ts';
import { loadedPart } from '../../../load-part.ts';
import { approversText, waitWord, whyNot, type WaitingFor } from './wait-texts.ts';
import './waits.css';

// Only those who decide need the fields of forms.
const DecisionForm = loadedPart(() => import('./decision-form.tsx'), 'DecisionForm');

/** What an execution waits for and, for an approval, the form that decides it. */
export function WaitPanel({ execution }: { readonly execution: Execution }) {
  const { waitingFor } = execution;
  // It stays when the wait has gone.
  const [conflict, setConflict] = useState<ApiProblem>();
  return (
    <>
      <ErrorBox what="Your decision was not recorded" problem={conflict} />
      {waitingFor !== undefined && (
        <section className="callout wait tone-warning" aria-label={waitWord(waitingFor)}>
          <strong>
            {waitingFor.kind === 'signal' ? `Waiting for the signal ${waitingFor.signal}` : waitWord(waitingFor)}
          </strong>
          {waitingFor.message !== undefined && <p className="wait-message">{waitingFor.message}</p>}
          <WaitFacts execution={execution} waitingFor={waitingFor} />
          {waitingFor.kind === 'approval' && (
            <Decision
              key={`${waitingFor.task} ${waitingFor.since}`}
              {...{ execution, waitingFor }}
              onConflict={setConflict}
            />
          )}
        </section>
      )}
    </>
  );
}

interface WaitProps {
  readonly execution: Execution;
  readonly waitingFor: WaitingFor;
}

function WaitFacts({ execution, waitingFor }: WaitProps) {
  const { kind, task, since, until, approvers, executions, approvals = [] } = waitingFor;
  const { count = 1 } = approvers ?? {};
  return (
    <Facts
      items={[
        ['Task', <code key="task">{task}</code>],
        ['Since', <RelativeTime key="since" at={since} />],
        [
          'Until',
          until && (
            <>
              {formatLocal(Date.parse(until))} (<TimeLeft until={until} />)
            </>
          ),
        ],
        ['Progress', executions && progressText(executions)],
        ['Who may decide', kind === 'approval' && approversText(waitingFor, execution)],
        [
          'Approved',
          kind === 'approval' &&
            count > 1 &&
            `${approvals.length} of ${count}${approvals.length === 0 ? '' : `: ${approvals.map(({ by }) => by).join(', ')}`}`,
        ],
      ]}
    />
  );
}

function progressText({
  total,
  open,
  succeeded,
  failed,
  retrying,
  retryAt,
}: NonNullable<WaitingFor['executions']>): string {
  const ended = succeeded + failed;
  const more = [
    open > 0 && `${open} running or pending`,
    failed > 0 && `${failed} failed`,
    retryAt !== undefined && `${retrying} to retry, the next at ${formatLocal(Date.parse(retryAt))}`,
  ].filter((text) => text !== false);
  return `${ended} of ${total} ended${more.map((text) => `, ${text}`).join('')}`;
}

function TimeLeft({ until }: { readonly until: string }) {
  const left = Date.parse(until) - useNow();
  return left > 0 ? `in ${formatDuration(left)}` : 'any moment';
}

function Decision({
  execution,
  waitingFor,
  onConflict,
}: WaitProps & { readonly onConflict: (problem: ApiProblem) => void }) {
  const subject = useSubject();
  if (waitingFor.mayDecide === true)
    return (
      <Suspense fallback={<Skeleton rows={2} />}>
        <DecisionForm {...{ execution, waitingFor, onConflict }} />
      </Suspense>
    );
  return (
    <div className="row gap-12">
      <Button isDisabled>Approve</Button>
      <Button isDisabled>Reject</Button>
      <span>{whyNot(waitingFor, execution.actor, subject)}</span>
    </div>
  );
}

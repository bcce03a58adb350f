import type { Execution } from '../../../api/execution-queries.ts';
import { StateBadge } from '../../../components/state-badge.tsx';
import { Duration, RelativeTime } from '../../../components/times.tsx';
import { ValueList } from '../execution-values.tsx';
import { endOfWait, type EndedWait } from './wait-texts.ts';
import './waits.css';

/** The waits of an execution that have ended: who decided what, when and with which values. */
export function EndedWaits({ execution: { waits = [], tasks } }: { readonly execution: Execution }) {
  if (waits.length === 0) return undefined;
  return (
    <section>
      <div className="execution-part-head row apart">
        <h2>Waits</h2>
      </div>
      <ul className="ended-waits breaks">
        {waits.map((wait) => (
          <li key={`${wait.task} ${wait.since}`}>
            <OneWait wait={wait} taskState={tasks?.find(({ path }) => path === wait.task)?.state} />
          </li>
        ))}
      </ul>
    </section>
  );
}

function OneWait({ wait, taskState }: { readonly wait: EndedWait; readonly taskState: string | undefined }) {
  const { task, since, at, by, message, values = {} } = wait;
  const people = by.map(({ by: person, token }) => (token === undefined ? person : `${person} (${token})`));
  const line = (
    <span className="ended-wait row row-wide">
      <StateBadge {...endOfWait(wait, taskState)} />
      <code>{task}</code>
      {people.length > 0 && <span>by {people.join(', ')}</span>}
      <RelativeTime at={at} />
      <span className="muted">
        after <Duration from={since} to={at} />
      </span>
    </span>
  );
  const hasValues = Object.keys(values).length > 0;
  if (message === undefined && !hasValues) return line;
  return (
    <details>
      <summary>{line}</summary>
      <div className="stack gap-8">
        {message !== undefined && <p className="ended-wait-message muted">{message}</p>}
        {hasValues && <ValueList values={values} />}
      </div>
    </details>
  );
}

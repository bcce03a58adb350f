import type { Execution } from '../../../api/execution-queries.ts';
import { StateBadge } from '../../../components/state-badge.tsx';
import { Duration, RelativeTime } from '../../../components/times.tsx';
import { ValueList } from '../execution-values.tsx';
import { endOfWait, type EndedWait } from './wait-texts.ts';
import './waits.css';

/** The waits of an execution that have ended: who decided what, when and with which values. */
export function EndedWaits({ execution: { waits = [] } }: { readonly execution: Execution }) {
  if (waits.length === 0) return undefined;
  return (
    <section>
      <div className="execution-part-head row apart">
        <h2>Waits</h2>
      </div>
      <ul className="ended-waits breaks">
        {waits.map((wait) => (
          <li key={`${wait.task} ${wait.since}`} className="stack gap-4">
            <OneWait wait={wait} />
          </li>
        ))}
      </ul>
    </section>
  );
}

function OneWait({ wait }: { readonly wait: EndedWait }) {
  const { task, since, at, by, message, values = {} } = wait;
  return (
    <>
      <div className="row row-wide">
        <StateBadge {...endOfWait(wait)} />
        <code>{task}</code>
        {by.length > 0 && (
          <span>
            by {by.map(({ by: person, token }) => (token === undefined ? person : `${person} (${token})`)).join(', ')}
          </span>
        )}
        <RelativeTime at={at} />
        <span className="muted">
          after <Duration from={since} to={at} />
        </span>
      </div>
      {message !== undefined && <p className="wait-message muted">{message}</p>}
      {Object.keys(values).length > 0 && <ValueList values={values} />}
    </>
  );
}

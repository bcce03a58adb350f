import type { System } from '../../api/system-queries.ts';
import { StateIcon } from '../../components/state-icon.tsx';

/** What the gateway depends on, and why part of it is not ready. */
export function ChecksView({ system: { status, checks } }: { readonly system: System }) {
  return (
    <section className="system-section">
      <h2>{status === 'ready' ? 'Ready' : 'Not ready'}</h2>
      <ul className="checks">
        {checks.map(({ name, ready, reason }) => (
          <li key={name} className={ready ? undefined : 'callout tone-failed'}>
            <StateIcon state={ready ? 'SUCCESS' : 'FAILED'} /> <strong className="check-name">{name}</strong>{' '}
            {ready ? 'ready' : `not ready${reason === undefined ? '' : `: ${reason}`}`}
          </li>
        ))}
      </ul>
    </section>
  );
}

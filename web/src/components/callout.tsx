import type { ReactNode } from 'react';
import type { Tone } from './state-badge.tsx';
import './callout.css';

interface CalloutProps {
  readonly tone: Tone;
  readonly title: string;
  readonly children?: ReactNode;
}

/** A notice about this page. */
export function Callout({ tone, title, children }: CalloutProps) {
  return (
    <div className={`callout tone-${tone}`}>
      <strong>{title}</strong>
      {children !== undefined && <div className="callout-text">{children}</div>}
    </div>
  );
}

import type { ReactNode } from 'react';
import type { Tone } from './state-icon.tsx';
import './callout.css';

/** Something about this page that the user should know. */
export function Callout({
  tone,
  title,
  children,
}: {
  readonly tone: Tone;
  readonly title: string;
  readonly children?: ReactNode;
}) {
  return (
    <div className={`callout tone-${tone}`}>
      <strong>{title}</strong>
      {children !== undefined && <div className="callout-text">{children}</div>}
    </div>
  );
}

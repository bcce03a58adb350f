import type { ReactNode } from 'react';
import './empty-state.css';

interface EmptyStateProps {
  readonly kind: 'none' | 'no-match' | 'no-right';
  readonly title: string;
  readonly children?: ReactNode;
}

/**
 * Why a list is empty: nothing exists yet (`none`, with a first step), the filter matches nothing (`no-match`, with a
 * button that clears it), or the user may not see it (`no-right`).
 */
export function EmptyState({ kind, title, children }: EmptyStateProps) {
  return (
    <div className="empty-state stack" data-kind={kind}>
      <h2>{title}</h2>
      {children}
    </div>
  );
}

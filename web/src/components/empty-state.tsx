import type { ReactNode } from 'react';
import { Button } from './button.tsx';
import type { FilterChip } from './filter-chips.tsx';
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

export interface NoMatchProps {
  /** Such as `execution`. */
  readonly what: string;
  readonly chips: readonly Pick<FilterChip, 'id' | 'text'>[];
  readonly hasMore: boolean;
  readonly onClear: () => void;
}

/**
 * A list of which the filters have left nothing, with the filters. If the search stopped before its end, as the API
 * does after a few thousand entries, it shows a note; the page shows LoadMore below.
 */
export function NoMatch({ what, chips, hasMore, onClear }: NoMatchProps) {
  return (
    <EmptyState kind="no-match" title={hasMore ? `No ${what} matches so far` : `No ${what} matches the filters`}>
      {chips.length > 0 && (
        <p>
          {chips.length === 1 ? 'Filter: ' : 'Filters: '}
          {chips.map(({ text }) => text).join(', ')}
        </p>
      )}
      {hasMore && <p>Only the latest entries were searched. Show more to search older ones.</p>}
      <Button onPress={onClear}>Clear filters</Button>
    </EmptyState>
  );
}

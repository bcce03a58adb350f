import { Link, type LinkProps } from '@tanstack/react-router';
import { useId, type ReactNode } from 'react';

interface HomeSectionProps {
  readonly title: string;
  /** How many entries there are, of which some are shown; absent for what is not a list. */
  readonly count?: number;
  readonly isCountHidden?: boolean;
  /** Whether there are more than `count`. */
  readonly hasMore?: boolean;
  /** Shown instead of no entries. */
  readonly empty?: string;
  /** The page that lists all entries. */
  readonly all?: Pick<LinkProps, 'to' | 'search'>;
  readonly children: ReactNode;
}

/** A part of the home page. */
export function HomeSection({ title, count, isCountHidden, hasMore = false, empty, all, children }: HomeSectionProps) {
  const id = useId();
  return (
    <section className="stack home-section" aria-labelledby={id}>
      <div className="row apart">
        <h2 id={id} className="row">
          {title}
          {count !== undefined && count > 0 && isCountHidden !== true && (
            <span className="home-count chip digits">{hasMore ? `${count}+` : count}</span>
          )}
        </h2>
        {all !== undefined && (count !== 0 || hasMore) && (
          <Link {...all} aria-label={`Show all: ${title}`}>
            Show all
          </Link>
        )}
      </div>
      {count === 0 && !hasMore ? <p className="muted">{empty}</p> : children}
    </section>
  );
}

import { useEffect, useRef, type ReactNode } from 'react';
import { useUnreachable } from '../api/reachability.ts';
import { formatLocal } from '../formats/format-time.ts';
import './page.css';

export interface PageProps {
  /** The title of the document, and its heading. */
  readonly title: string;
  /** What the heading shows, if it is more than the title. */
  readonly heading?: ReactNode;
  /** Where the page is, above its heading: a `Breadcrumb`. */
  readonly breadcrumb?: ReactNode;
  /** Buttons beside the heading. */
  readonly actions?: ReactNode;
  readonly children: ReactNode;
}

let isFirstPage = true;

/** The frame of every page. Sets the document's title; after a navigation, moves the focus to the heading. */
export function Page({ title, heading = title, breadcrumb, actions, children }: PageProps) {
  const headingRef = useRef<HTMLHeadingElement>(null);
  const unreachableSince = useUnreachable();
  useEffect(() => {
    document.title = `${title} · Flowgate`;
  }, [title]);
  useEffect(() => {
    // The browser puts the focus of the first page.
    if (!isFirstPage) headingRef.current?.focus({ preventScroll: true });
    isFirstPage = false;
  }, []);
  return (
    <div className="page stack">
      {breadcrumb}
      <header className="page-head row apart">
        <h1 ref={headingRef} className="row" tabIndex={-1}>
          {heading}
        </h1>
        {unreachableSince !== undefined && (
          <span className="chip old-data">as of {formatLocal(unreachableSince).slice(11, 19)}</span>
        )}
        {actions !== undefined && <div className="row">{actions}</div>}
      </header>
      {children}
    </div>
  );
}

/** Names and values in a row; those without a value are left out. */
export function Facts({ items }: { readonly items: readonly (readonly [name: string, value: ReactNode])[] }) {
  return (
    <dl className="facts row row-wide">
      {items
        .filter(([, value]) => value !== undefined && value !== false && value !== '')
        .map(([name, value]) => (
          <div key={name}>
            <dt className="muted small">{name}</dt>
            <dd>{value}</dd>
          </div>
        ))}
    </dl>
  );
}

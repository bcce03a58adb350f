import type { ReactNode } from 'react';

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

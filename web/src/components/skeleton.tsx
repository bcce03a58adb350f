import './skeleton.css';

/** Stands for rows that are loading. Appears after a moment, so that fast responses do not flicker. */
export function Skeleton({ rows = 6 }: { readonly rows?: number }) {
  return (
    <div className="skeleton" role="status" aria-label="Loading">
      {Array.from({ length: rows }, (_, row) => (
        // The rows are all the same.
        // oxlint-disable-next-line react/no-array-index-key
        <div key={row} />
      ))}
    </div>
  );
}

import type { ReactNode } from 'react';
import { asProblem } from '../api/api-problem.ts';
import { useUnreachable } from '../api/reachability.ts';
import { ErrorBox } from './callout.tsx';
import './skeleton.css';

/** The parts of a TanStack query that decide what is shown. */
interface ShownQuery<Data> {
  readonly data: Data | undefined;
  readonly error: unknown;
  readonly refetch: () => unknown;
}

export interface QueryViewProps<Data> {
  readonly query: ShownQuery<Data>;
  /** What is being loaded, such as `the flows`. */
  readonly what: string;
  readonly skeletonRows?: number;
  readonly children: (data: Data) => ReactNode;
}

/** Shows data once it has loaded; until then, a skeleton or the error. Old data stays. */
export function QueryView<Data>({ query, what, skeletonRows, children }: QueryViewProps<Data>) {
  const { data, error, refetch } = query;
  // The notice about the gateway says why data is old.
  const isExplained = useUnreachable() !== undefined && data !== undefined;
  return (
    <>
      {error !== null && !isExplained && (
        <ErrorBox what={`Could not load ${what}`} problem={asProblem(error)} onRetry={() => void refetch()} />
      )}
      {data === undefined ? error === null && <Skeleton rows={skeletonRows} /> : children(data)}
    </>
  );
}

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

import type { ReactNode } from 'react';
import { asProblem } from '../api/api-problem.ts';
import { ErrorBox } from './error-box.tsx';
import { Skeleton } from './skeleton.tsx';

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
  return (
    <>
      {error !== null && (
        <ErrorBox what={`Could not load ${what}`} problem={asProblem(error)} onRetry={() => void refetch()} />
      )}
      {data === undefined ? error === null && <Skeleton rows={skeletonRows} /> : children(data)}
    </>
  );
}

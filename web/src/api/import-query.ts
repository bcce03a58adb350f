import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { unwrap } from './api-problem.ts';
import { api } from './client.ts';

export interface ImportRequest {
  /** A Jenkinsfile or a `config.xml`. */
  readonly source: string;
  readonly namespace: string;
  readonly id: string;
}

/** What becomes of a job of Jenkins; the answer for an earlier text stays until that for the current one arrives. */
export function importQuery(body: ImportRequest) {
  return queryOptions({
    queryKey: ['import', body],
    queryFn: ({ signal }) => unwrap(api.POST('/import/jenkinsfile', { body, signal })),
    enabled: body.source.trim() !== '',
    staleTime: Infinity,
    gcTime: 60_000,
    retry: false,
    placeholderData: keepPreviousData,
  });
}

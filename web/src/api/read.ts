import { infiniteQueryOptions, keepPreviousData, queryOptions } from '@tanstack/react-query';
import type { paths } from '../../../src/faces/api-client/openapi-types.ts';
import type { DeepReadonly } from '../../../src/faces/api-client/operation-types.ts';
import { unwrap } from './api-problem.ts';
import { api } from './client.ts';

type ReadablePath = { [Path in keyof paths]: paths[Path] extends { get: Operation } ? Path : never }[keyof paths];

interface Operation {
  readonly parameters: { readonly path?: unknown; readonly query?: unknown };
  readonly responses: { readonly 200: { readonly content: { readonly 'application/json': unknown } } };
}

type OperationOf<Path extends ReadablePath> = paths[Path] extends { get: infer Found extends Operation }
  ? Found
  : never;

/** The path and query parameters of a GET request. */
type Parameters<Path extends ReadablePath> = Pick<OperationOf<Path>['parameters'], 'path' | 'query'>;

type Body<Path extends ReadablePath> = DeepReadonly<OperationOf<Path>['responses'][200]['content']['application/json']>;

/** Sends a GET request. @throws {ApiProblem} */
export function get<Path extends ReadablePath>(
  path: Path,
  params: Parameters<Path>,
  signal: AbortSignal | undefined,
): Promise<Body<Path>> {
  // Some operations have other formats too, such as YAML.
  const request = { params, headers: { accept: 'application/json' }, signal };
  // The client's own type of a call cannot be inferred for any path.
  return unwrap(api.GET(path, request as never)) as Promise<Body<Path>>;
}

/**
 * The key of what a path of the API returns: the parts of the path, and the query. Invalidating a key covers all keys
 * that start like it, so that `['flows']` covers every list and every part of every flow.
 */
function keyOf<Path extends ReadablePath>(path: Path, params: Parameters<Path>): readonly unknown[] {
  const values = params.path as Readonly<Record<string, string>> | undefined; // path parameters are strings or numbers
  const parts = path.slice(1).split('/');
  const filled = parts.map((part) => (part.startsWith('{') ? values?.[part.slice(1, -1)] : part));
  return params.query === undefined ? filled : [...filled, params.query];
}

/** A query that reads a path of the API. */
export function read<Path extends ReadablePath>(path: Path, params: Parameters<Path>) {
  return queryOptions({ queryKey: keyOf(path, params), queryFn: ({ signal }) => get(path, params, signal) });
}

/** Reads a page of a list. @param cursor where the page starts; undefined for the first one */
type ReadPage<Page> = (cursor: string | undefined, signal: AbortSignal) => Promise<Page>;

/** A list that the API returns in pages, each with the cursor of the next. */
export function readPages<Page extends { readonly nextCursor?: string }>(
  queryKey: readonly unknown[],
  readPage: ReadPage<Page>,
) {
  return infiniteQueryOptions({
    queryKey,
    queryFn: ({ pageParam, signal }) => readPage(pageParam, signal),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: (page) => page.nextCursor,
    // The rows stay until those of a changed filter arrive.
    placeholderData: keepPreviousData,
  });
}

/** The starts of the keys that changes invalidate. */
export const queryKeys = { flows: ['flows'], executions: ['executions'], tokens: ['tokens'] } as const;

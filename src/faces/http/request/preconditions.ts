import type { Response } from 'express';
import { AppError } from '../../../base/problem/app-error.ts';
import type { RepositoryCommit } from '../../../store/revisions/namespace-owner.ts';
import type { AnyRequest } from '../operation.ts';

/** Sets the ETag of a revision: its number in quotes. */
export function setRevisionTag(response: Response, revision: number): void {
  response.set('ETag', `"${revision}"`);
}

/** The commit in `Flowgate-Owner`, as `repository@commit`; the contract checks its syntax. */
export function commitOf(request: AnyRequest): RepositoryCommit | undefined {
  const [, repository, commit] = /^(.*)@(.*)$/.exec(request.get('Flowgate-Owner') ?? '') ?? [];
  return repository === undefined || commit === undefined ? undefined : { repository, commit };
}

/**
 * The revisions in If-Match; undefined if it is absent or `*`. Accepts weak tags, which compressing proxies create, and
 * tags without quotes.
 * @throws {AppError} `invalid-request` if the header is not a list of tags
 */
export function expectedRevisions(request: AnyRequest): readonly number[] | undefined {
  const header = request.headers['if-match']?.trim();
  if (header === undefined || header === '*') return undefined;
  const tags = header.split(',').map((tag) => tag.trim());
  if (!tags.every((tag) => /^((W\/)?"[\x21\x23-\x7e]*"|\d+)$/.test(tag))) {
    throw new AppError(
      'invalid-request',
      `If-Match is ${JSON.stringify(header.slice(0, 100))}; it must be * or the ETag of a revision, such as "3".`,
    );
  }
  return tags
    .map((tag) => /^(?:W\/)?"?([1-9]\d{0,14})"?$/.exec(tag)?.[1])
    .filter((digits) => digits !== undefined)
    .map(Number);
}

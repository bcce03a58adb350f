import type { Response } from 'express';
import { AppError } from '../../problem/app-error.ts';
import type { AnyRequest } from '../operation.ts';

/** The ETag of a revision: its number in quotes. */
export function setRevisionTag(response: Response, revision: number): void {
  response.set('ETag', `"${revision}"`);
}

/**
 * The revisions that If-Match names; undefined when it is absent or `*`. Proxies that compress make tags weak, and
 * people forget the quotes: both are understood.
 * @throws {AppError} `invalid-request` when the header is no list of tags
 */
export function expectedRevisions(request: AnyRequest): readonly number[] | undefined {
  const header = request.headers['if-match']?.trim();
  if (header === undefined || header === '*') return undefined;
  const tags = header.split(',').map((tag) => tag.trim());
  if (!tags.every((tag) => /^((W\/)?"[\x21\x23-\x7e]*"|\d+)$/.test(tag))) {
    throw new AppError(
      'invalid-request',
      `If-Match is ${JSON.stringify(header.slice(0, 100))}; allowed: * or the ETag of a revision, such as "3".`,
    );
  }
  return tags
    .map((tag) => /^(?:W\/)?"?([1-9]\d{0,14})"?$/.exec(tag)?.[1])
    .filter((digits) => digits !== undefined)
    .map(Number);
}

import { AppError } from '../../../base/problem/app-error.ts';

/** The properties that body-parser adds to its errors. */
interface BodyError extends Error {
  readonly status: number;
  /** The kind of error; absent for errors of a decompressor. */
  readonly type?: string;
  readonly limit?: number;
}

/**
 * Converts a client error of body-parser to an AppError; returns other errors unchanged.
 * @param what the subject of the message for a body that is too large
 */
export function bodyProblem(error: unknown, what: string): unknown {
  if (!isBodyError(error)) return error;
  switch (error.type) {
    case 'entity.too.large':
      return bodyTooLarge(what, error.limit ?? 0);
    case 'encoding.unsupported':
      return new AppError(
        'unsupported-media-type',
        'The Content-Encoding of the body is unknown; allowed: gzip, deflate, br, identity.',
      );
    case 'request.size.invalid':
      return new AppError('malformed-body', 'The length of the body does not match its Content-Length.');
    case 'request.aborted':
      return new AppError('malformed-body', 'The connection closed before the end of the body.');
    default:
      return new AppError('malformed-body', `The body cannot be read: ${error.message}.`);
  }
}

/** @param limit in bytes */
export function bodyTooLarge(what: string, limit: number): AppError {
  return new AppError('body-too-large', `${what} must have at most ${limit} bytes (${limit / 1024} KiB).`, { limit });
}

function isBodyError(error: unknown): error is BodyError {
  return error instanceof Error && 'status' in error && typeof error.status === 'number' && error.status < 500;
}

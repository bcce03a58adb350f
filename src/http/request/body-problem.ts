import { AppError } from '../../problem/app-error.ts';

/** What body-parser adds to its errors. */
interface BodyError extends Error {
  readonly status: number;
  /** Names the kind; absent for what a decompressor reports. */
  readonly type?: string;
  readonly limit?: number;
}

/**
 * Reads an error of body-parser as the rejection of a body; what is no problem of the client's stays as it is.
 * @param what begins the sentence about a body that is too large
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
      return new AppError('malformed-body', 'The body is shorter or longer than its Content-Length says.');
    case 'request.aborted':
      return new AppError('malformed-body', 'The connection ended before the body did.');
    default:
      return new AppError('malformed-body', `The body cannot be read: ${error.message}.`);
  }
}

/** @param limit in bytes */
export function bodyTooLarge(what: string, limit: number): AppError {
  return new AppError('body-too-large', `${what} may have up to ${limit} bytes (${limit / 1024} KiB).`, { limit });
}

function isBodyError(error: unknown): error is BodyError {
  return error instanceof Error && 'status' in error && typeof error.status === 'number' && error.status < 500;
}

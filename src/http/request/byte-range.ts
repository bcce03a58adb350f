import type { Response } from 'express';
import { AppError } from '../../problem/app-error.ts';
import type { AnyRequest } from '../operation.ts';
import type { ByteRange } from '../../services/executions/log-bytes.ts';

/**
 * The byte range of a request (RFC 9110, 14.1.2); undefined to send everything. Multiple ranges and other units are
 * ignored, and so is a range with If-Range: a growing log has no validator.
 * @throws {AppError} `range-not-satisfiable`
 */
export function askedRange(request: AnyRequest, response: Response, size: number): ByteRange | undefined {
  const [, first = '', last = ''] = /^bytes=\s*(\d*)-(\d*)\s*$/i.exec(request.headers.range ?? '') ?? [];
  if (first + last === '' || request.headers['if-range'] !== undefined) return undefined;
  const isSuffix = first === '';
  const start = isSuffix ? Math.max(0, size - Number(last)) : Number(first);
  const end = isSuffix || last === '' ? size : Math.min(size, Number(last) + 1);
  if (start < end) return { start, end };
  // A range that ends before it starts is invalid and ignored; a suffix of an empty log is the whole log.
  if (isSuffix ? Number(last) > 0 : last !== '' && Number(last) < start) return undefined;
  response.set('Content-Range', `bytes */${size}`);
  throw new AppError(
    'range-not-satisfiable',
    `The range ${JSON.stringify(request.headers.range?.slice(0, 100))} is outside the ${size} bytes that exist so far.`,
  );
}

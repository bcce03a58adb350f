import type { Response } from 'express';
import { AppError } from '../../problem/app-error.ts';
import type { AnyRequest } from '../operation.ts';
import type { ByteRange } from '../../services/executions/log-bytes.ts';

/**
 * The range of bytes that a request asks for (RFC 9110, 14.1.2); undefined when the whole is to be sent. So it is for several
 * ranges, for what is no range of bytes, and with If-Range: what grows has no validator that could still be right.
 * @throws {AppError} range-not-satisfiable
 */
export function askedRange(request: AnyRequest, response: Response, size: number): ByteRange | undefined {
  const [, first = '', last = ''] = /^bytes=\s*(\d*)-(\d*)\s*$/i.exec(request.headers.range ?? '') ?? [];
  if (first + last === '' || request.headers['if-range'] !== undefined) return undefined;
  const isSuffix = first === '';
  const start = isSuffix ? Math.max(0, size - Number(last)) : Number(first);
  const end = isSuffix || last === '' ? size : Math.min(size, Number(last) + 1);
  if (start < end) return { start, end };
  // A range that ends before it begins is none; the end of something empty is the whole of it.
  if (isSuffix ? Number(last) > 0 : last !== '' && Number(last) < start) return undefined;
  response.set('Content-Range', `bytes */${size}`);
  throw new AppError(
    'range-not-satisfiable',
    `There are ${size} bytes so far, and the range ${JSON.stringify(request.headers.range?.slice(0, 100))} holds none of them.`,
  );
}

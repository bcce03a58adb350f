import { isUtf8 } from 'node:buffer';
import { AppError } from '../../../base/problem/app-error.ts';

/** Decodes UTF-8 bytes and drops the byte-order mark. @throws {AppError} `malformed-body` */
export function decodeUtf8(bytes: Buffer): string {
  if (isUtf8(bytes)) return decoder.decode(bytes);
  const mark = bytes.subarray(0, 2).toString('hex');
  if (mark === 'fffe' || mark === 'feff') throw new AppError('malformed-body', 'The body is UTF-16; send it as UTF-8.');
  throw new AppError(
    'malformed-body',
    `The body is not valid UTF-8: line ${firstBadLine(bytes)} contains invalid bytes.`,
  );
}

const decoder = new TextDecoder('utf-8', { fatal: true });

function firstBadLine(bytes: Buffer): number {
  let line = 1;
  for (let start = 0; start <= bytes.length; line++) {
    const end = bytes.indexOf(0x0a, start);
    if (end === -1 || !isUtf8(bytes.subarray(start, end))) return line;
    start = end + 1;
  }
  return line;
}

import { describe, expect, it } from 'vitest';
import { decodeUtf8 } from '../../../../src/abilities/flows/check/decode-utf8.ts';
import { AppError } from '../../../../src/base/problem/app-error.ts';

describe('decodeUtf8', () => {
  it('removes a byte-order mark', () => {
    expect(decodeUtf8(Buffer.from('\u{FEFF}ä'))).toBe('ä');
  });

  it('names the line with invalid bytes', () => {
    expect(() => decodeUtf8(Buffer.from([0x61, 0x0a, 0x0a, 0xc3]))).toThrow(
      new AppError('malformed-body', 'The body is not valid UTF-8: line 3 contains invalid bytes.'),
    );
  });
});

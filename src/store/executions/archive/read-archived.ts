import { promisify } from 'node:util';
import { gunzip } from 'node:zlib';
import { parseAnswer } from '../../../base/answers/parse-answer.ts';
import { readJson } from '../../../base/text/exact-json.ts';
import { archiveDamaged } from '../../archive/archive-damaged.ts';

const decompressed = promisify(gunzip);
const limits = { of: 'the archive', depth: 200, values: 5_000_000, textLength: 64 * 1024 * 1024, parse: readJson };

/**
 * Decompresses an object, up to a size: a few MB of gzip can become many GB.
 * @throws {AppError} `archive-damaged`
 */
export async function unzipArchived(name: string, content: Buffer, maxOutputLength: number): Promise<Buffer> {
  return decompressed(content, { maxOutputLength }).catch((error: unknown) => {
    const isTooLarge = error instanceof Error && 'code' in error && error.code === 'ERR_BUFFER_TOO_LARGE';
    throw archiveDamaged(name, isTooLarge ? `has more than ${maxOutputLength} bytes of content` : 'is damaged', error);
  });
}

/** @throws {AppError} `archive-damaged` */
export async function parseArchived(name: string, content: Buffer | string): Promise<unknown> {
  return parseAnswer(content, limits).catch((error: unknown) => {
    throw archiveDamaged(name, 'is damaged', error);
  });
}

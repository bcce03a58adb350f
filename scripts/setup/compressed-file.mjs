import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { brotliCompressSync, constants } from 'node:zlib';

/** The highest level makes files a tenth smaller and takes ten times as long. */
const quality = 9;

/** Writes only the compressed file, `<file>.br`; the gateway expands it for clients that cannot. */
export function writeCompressed(file, contents) {
  const bytes = Buffer.from(contents);
  const params = { [constants.BROTLI_PARAM_QUALITY]: quality, [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length };
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(`${file}.br`, brotliCompressSync(bytes, { params }));
}

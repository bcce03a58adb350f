import { existsSync, readdirSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { extname, join } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, brotliDecompress, constants } from 'node:zlib';
import type { Request, RequestHandler, Response } from 'express';

/** The Cache-Control of files whose name changes with their contents. */
export const immutable = `public, max-age=${365 * 24 * 60 * 60}, immutable`;

const compressedEnd = '.br';
/** Fast; the files are small, and browsers keep most of them. */
const params = { [constants.BROTLI_PARAM_QUALITY]: 4 };

/**
 * Files that the build has made, each stored either as it is or only compressed, as `<name>.br`. They stay on disk,
 * because most gateways serve them seldom.
 */
export class BuiltFiles {
  readonly #folder: string;
  readonly #names: ReadonlySet<string>;

  private constructor(folder: string, names: ReadonlySet<string>) {
    this.#folder = folder;
    this.#names = names;
  }

  /** @returns no files if the folder does not exist */
  static open(folder: string): BuiltFiles {
    const names = existsSync(folder) ? readdirSync(folder, { recursive: true, encoding: 'utf8' }) : [];
    return new BuiltFiles(folder, new Set(names.map((name) => name.replaceAll('\\', '/'))));
  }

  /** @param name with slashes, relative to the folder */
  has(name: string): boolean {
    return contentTypeOf(name) !== undefined && (this.#names.has(name) || this.#names.has(name + compressedEnd));
  }

  /** The file whose name starts and ends so, such as `scalar-` and `.js`. */
  find(start: string, end: string): string | undefined {
    const names = [...this.#names].map((name) => (name.endsWith(compressedEnd) ? name.slice(0, -3) : name));
    return names.find((name) => name.startsWith(start) && name.endsWith(end));
  }

  /**
   * Sends a file that exists, compressed if the client accepts that.
   * @param fill changes the text of the file; without it, files are sent as they are stored
   */
  async send(name: string, request: Request, response: Response, fill?: (text: string) => string): Promise<void> {
    response.set('Content-Type', contentTypeOf(name));
    const isCompressed = this.#names.has(name + compressedEnd);
    const stored = await readFile(join(this.#folder, isCompressed ? name + compressedEnd : name));
    if (!isCompressed) {
      response.send(stored);
      return;
    }
    response.vary('Accept-Encoding');
    const wantsCompressed = request.acceptsEncodings('br') === 'br';
    if (wantsCompressed) response.set('Content-Encoding', 'br');
    if (wantsCompressed && fill === undefined) {
      response.send(stored);
      return;
    }
    const bytes = await promisify(brotliDecompress)(stored);
    const filled = fill === undefined ? bytes : Buffer.from(fill(bytes.toString('utf8')));
    response.send(wantsCompressed ? await promisify(brotliCompress)(filled, { params }) : filled);
  }
}

/** Sends the file with the name in the path, whose contents never change; passes on requests for others. */
export function sendAsset(files: BuiltFiles): RequestHandler<{ name: string }> {
  return async (request, response, next) => {
    const { name } = request.params;
    if (!files.has(name)) return next();
    response.set('Cache-Control', immutable);
    return files.send(name, request, response);
  };
}

const types: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.json': 'application/json; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.woff2': 'font/woff2',
};

/** The Content-Type of a file that the build has made; undefined for files that are not served. */
function contentTypeOf(name: string): string | undefined {
  return types[extname(name)];
}

import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { contentTypeOf } from '../built-files/content-types.ts';

/** The built console, held in memory: it is small, and every page starts with it. */
export interface ConsoleFiles {
  readonly page: string;
  /** By name, such as `index-4f3a2b1c.js`. The names change with the contents. */
  readonly assets: ReadonlyMap<string, ConsoleAsset>;
}

export interface ConsoleAsset {
  /** As in Content-Type. */
  readonly type: string;
  readonly bytes: Buffer;
  /** The same, compressed; absent if that is not smaller. */
  readonly brotli?: Buffer;
}

/** @param folder what `npm run build` made of `web` @returns undefined if it has not been built */
export function loadConsole(folder: string): ConsoleFiles | undefined {
  const page = join(folder, 'index.html');
  if (!existsSync(page)) return undefined;
  return { page: readFileSync(page, 'utf8'), assets: loadAssets(join(folder, 'assets')) };
}

function loadAssets(folder: string): ReadonlyMap<string, ConsoleAsset> {
  const names = readdirSync(folder);
  return new Map(
    names.flatMap((name) => {
      const type = contentTypeOf(name);
      if (type === undefined) return [];
      const compressed = `${name}.br`;
      const brotli = names.includes(compressed) ? readFileSync(join(folder, compressed)) : undefined;
      return [[name, { type, bytes: readFileSync(join(folder, name)), brotli }]];
    }),
  );
}

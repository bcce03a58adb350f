import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { BuiltFiles } from '../built-files/built-files.ts';

/** The built console. */
export interface ConsoleFiles {
  readonly page: string;
  /** By name, such as `index-4f3a2b1c.js`. The names change with the contents. */
  readonly assets: BuiltFiles;
}

/** @param folder what `npm run build` made of `web` @returns undefined if it has not been built */
export function loadConsole(folder: string): ConsoleFiles | undefined {
  const page = join(folder, 'index.html');
  if (!existsSync(page)) return undefined;
  return { page: readFileSync(page, 'utf8'), assets: BuiltFiles.open(join(folder, 'assets')) };
}

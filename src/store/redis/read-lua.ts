import { readFileSync } from 'node:fs';

/**
 * The text of a Lua file. The build puts a module with all of them in the place of this one (scripts/setup/bundle.mjs).
 * @param file its path below `src`
 */
export function readLua(file: string): string {
  return readFileSync(new URL(`../../${file}`, import.meta.url), 'utf8');
}

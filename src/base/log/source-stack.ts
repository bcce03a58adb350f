import { existsSync, readFileSync } from 'node:fs';
import { SourceMap, type SourceMapping } from 'node:module';
import { dirname, relative, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { packageRoot } from '../config/package-root.ts';

/**
 * Replaces the positions of a stack in `dist` by those in the sources. The source maps are read only now, because Node
 * would read them at every start. Positions without a map, such as those of packages, are unchanged.
 */
export function sourceStack(stack: string): string {
  return stack.replaceAll(position, (whole, url: string, line: string, column: string) => {
    const found = entryOf(fileURLToPath(url), Number(line), Number(column));
    return found === undefined ? whole : `${found.file}:${found.line}:${found.column}`;
  });
}

const position = /(file:\/\/[^\s()]+\.js):(\d+):(\d+)/g;

function entryOf(file: string, line: number, column: number) {
  const map = mapOf(file);
  if (map === undefined) return undefined;
  // Both count from 0 there.
  const entry: Partial<SourceMapping> = map.findEntry(line - 1, column - 1);
  const { originalSource, originalLine = 0, originalColumn = 0 } = entry;
  if (originalSource === undefined) return undefined;
  return {
    file: relative(packageRoot(), resolve(dirname(file), originalSource)),
    line: originalLine + 1,
    column: originalColumn + 1,
  };
}

const maps = new Map<string, SourceMap | undefined>();

function mapOf(file: string): SourceMap | undefined {
  if (!maps.has(file)) maps.set(file, readMap(`${file}.map`));
  return maps.get(file);
}

function readMap(path: string): SourceMap | undefined {
  if (!existsSync(path)) return undefined;
  return new SourceMap(JSON.parse(readFileSync(path, 'utf8')));
}

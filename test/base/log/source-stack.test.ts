import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { expect, test } from 'vitest';
import { packageRoot } from '../../../src/base/config/package-root.ts';
import { sourceStack } from '../../../src/base/log/source-stack.ts';

test('a stack has the positions in the sources, where there is a map', () => {
  const cache = join(packageRoot(), 'node_modules', '.cache');
  mkdirSync(cache, { recursive: true });
  const folder = mkdtempSync(join(cache, 'stack-'));
  const file = pathToFileURL(join(folder, 'chunk.js')).href;
  // Line 2, column 4 of the chunk is line 10, column 6 of the source.
  const map = { version: 3, sources: ['../../../src/main.ts'], names: [], mappings: ';GASK', file: 'chunk.js' };
  writeFileSync(join(folder, 'chunk.js.map'), JSON.stringify(map));
  const stack = `Error: no\n    at run (${file}:2:4)\n    at ${file.replace('chunk', 'package')}:1:2\n    at node:fs:1:1`;
  expect(sourceStack(stack)).toBe(stack.replace(`${file}:2:4`, 'src/main.ts:10:6'));
  rmSync(folder, { recursive: true });
});

import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { readLockFile } from '../../src/store/executions/locks/read-lock-file.ts';

const guide = readFileSync(join(import.meta.dirname, '../../docs/how-to/share-resources-with-locks.md'), 'utf8');
const files = [...guide.matchAll(/^```yaml\n(locks:\n.*?)^```$/gms)].map(([, text = '']) => text);

it('the guide shows a valid file of locks', () => {
  expect(files).toHaveLength(1);
  for (const text of files) expect(readLockFile(text).problems).toEqual([]);
});

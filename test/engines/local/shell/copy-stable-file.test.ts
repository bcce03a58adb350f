import { appendFileSync, mkdtempSync, readFileSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { copyStableFile } from '../../../../src/engines/local/shell/copy-stable-file.ts';

it('copies what a file had at first, even if a process writes to it faster than it is read', async () => {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), 'flowgate-copy-')));
  const [source, target] = [join(folder, 'log'), join(folder, 'copy')];
  writeFileSync(source, 'begun');
  await copyStableFile(source, target, {
    part: join(folder, 'part'),
    stop: new AbortController().signal,
    onSize: () => appendFileSync(source, 'x'.repeat(3_000_000)),
  });
  expect(readFileSync(target, 'utf8')).toBe('begun');
  rmSync(folder, { recursive: true });
});

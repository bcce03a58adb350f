import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { OutputFiles } from '../../../../src/engines/local/shell/output-files.ts';

it('branches can keep files at the same time', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'flowgate-kept-'));
  const kept = new OutputFiles({ folder: join(folder, 'artifacts') }, (text) => text);
  const branches = Array.from({ length: 8 }, (_each, index) => `${index}`);
  for (const branch of branches) {
    mkdirSync(join(folder, branch));
    writeFileSync(join(folder, branch, `of-${branch}.txt`), branch.repeat(200_000));
  }
  const { signal } = new AbortController();
  const results = await Promise.all(branches.map((branch) => kept.keep(join(folder, branch), '*.txt', signal)));
  expect(results.map(({ count }) => count)).toEqual(branches.map(() => 1));
  for (const branch of branches)
    expect(readFileSync(join(folder, 'artifacts', `of-${branch}.txt`), 'utf8')).toBe(branch.repeat(200_000));
  rmSync(folder, { recursive: true });
});

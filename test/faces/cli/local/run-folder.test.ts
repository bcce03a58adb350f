import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { clearLeftovers } from '../../../../src/faces/cli/local/run-folder.ts';

const later = () => Date.now() + 25 * 60 * 60 * 1000;
const endedProcess = execFileSync('sh', ['-c', 'echo $$'], { encoding: 'utf8' });

test('removes what killed runs have left behind a day ago, and nothing else', async () => {
  const parent = mkdtempSync(join(tmpdir(), 'flowgate-leftovers-'));
  onTestFinished(() => rmSync(parent, { recursive: true }));
  const folder = (name: string, owner?: string) => {
    mkdirSync(join(parent, name));
    if (owner !== undefined) writeFileSync(join(parent, name, 'process'), owner);
  };
  folder('flowgate-run-killed', endedProcess);
  folder('flowgate-run-running', `${process.pid}`);
  folder('flowgate-run-kept');
  folder('other', endedProcess);
  symlinkSync(join(parent, 'other'), join(parent, 'flowgate-run-link'));
  const left = () =>
    ['flowgate-run-killed', 'flowgate-run-running', 'flowgate-run-kept', 'flowgate-run-link', 'other'].filter((name) =>
      existsSync(join(parent, name)),
    );
  await clearLeftovers(parent);
  expect(left()).toHaveLength(5);
  await clearLeftovers(parent, later());
  expect(left()).toEqual(['flowgate-run-running', 'flowgate-run-kept', 'flowgate-run-link', 'other']);
});

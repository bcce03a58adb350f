import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { listFiles } from '../../../../src/store/executions/artifacts/list-files.ts';
import { openArtifact } from '../../../../src/store/executions/artifacts/open-artifact.ts';

let root: string;
let folder: string;

beforeAll(() => {
  root = mkdtempSync(join(tmpdir(), 'flowgate-test-'));
  folder = join(root, 'artifacts');
  mkdirSync(join(folder, 'deep/er'), { recursive: true });
  for (const path of ['deep/er/b.txt', 'deep/a.txt', 'z', '..odd', 'sp ace#?*'])
    writeFileSync(join(folder, path), path);
  writeFileSync(join(root, 'secret'), 'secret');
  symlinkSync(join(root, 'secret'), join(folder, 'link'));
  symlinkSync(root, join(folder, 'elsewhere'));
});
afterAll(() => rmSync(root, { recursive: true }));

it('opens what the list has, and nothing else', async () => {
  const listed = await listFiles(folder);
  expect(listed).toEqual(['..odd', 'deep/a.txt', 'deep/er/b.txt', 'sp ace#?*', 'z']);
  for (const path of listed) {
    const file = await openArtifact(folder, path);
    expect(file?.size).toBe(path.length);
    let text = '';
    for await (const chunk of file!.stream) text += String(chunk);
    expect(text).toBe(path);
  }
  const others = [
    '',
    'deep',
    'deep/',
    './z',
    'deep/../z',
    '../secret',
    '/z',
    'deep//a.txt',
    'z/x',
    'z\0',
    'no',
    'link',
  ];
  for (const path of [...others, 'elsewhere/secret', 'x'.repeat(3000)])
    expect([path, await openArtifact(folder, path)]).toEqual([path, undefined]);
});

it('finds nothing in a folder that does not exist', async () => {
  expect(await listFiles(join(root, 'none'))).toEqual([]);
  expect(await openArtifact(join(root, 'none'), 'z')).toBeUndefined();
});

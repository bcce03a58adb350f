import { mkdirSync, mkdtempSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { FileWatch } from '../../../../src/faces/cli/files/file-watch.ts';

let folder: string;
let watch: FileWatch;
const never = new AbortController().signal;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'flowgate-watch-'));
  watch = new FileWatch();
});
afterEach(() => {
  watch.close();
  rmSync(folder, { recursive: true, force: true });
});

const write = (name: string) => writeFileSync(join(folder, name), 'x');

test('notices a change of a file, also one before the wait, and also if it is replaced', async () => {
  write('a.yaml');
  watch.follow({ files: [join(folder, 'a.yaml')], folders: [] });
  write('a.yaml');
  await expect(watch.change(never)).resolves.toBeUndefined();
  write('new');
  renameSync(join(folder, 'new'), join(folder, 'a.yaml'));
  await expect(watch.change(never)).resolves.toBeUndefined();
});

test('notices new YAML files and folders', async () => {
  watch.follow({ files: [], folders: [folder] });
  write('b.yml');
  await expect(watch.change(never)).resolves.toBeUndefined();
  mkdirSync(join(folder, 'sub'));
  await expect(watch.change(never)).resolves.toBeUndefined();
});

test('notices nothing else', async () => {
  write('a.yaml');
  watch.follow({ files: [join(folder, 'a.yaml')], folders: [] });
  const changed: string[] = [];
  const change = watch.change(never).then(() => changed.push('change'));
  write('b.yaml');
  write('report.xml');
  // A later change in the same folder: whatever came before it was seen too.
  watch.follow({ files: [join(folder, 'end.json')], folders: [folder] });
  write('report.xml');
  expect(changed).toEqual([]);
  write('end.json');
  await change;
});

test('a stop ends the wait', async () => {
  const stop = new AbortController();
  const change = watch.change(stop.signal);
  stop.abort();
  await expect(change).resolves.toBeUndefined();
});

test('follows only the last paths', async () => {
  mkdirSync(join(folder, 'gone'));
  watch.follow({ files: [join(folder, 'gone', 'a.yaml')], folders: [] });
  watch.follow({ files: [join(folder, 'a.yaml')], folders: [join(folder, 'none')] });
  rmSync(join(folder, 'gone'), { recursive: true });
  write('a.yaml');
  await expect(watch.change(never)).resolves.toBeUndefined();
});

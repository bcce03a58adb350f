import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { expandFilePatterns } from '../../../src/cli/flows/expand-file-patterns.ts';

let folder: string;

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'flowgate-files-'));
  for (const file of [
    'b.yaml',
    'a.yaml',
    'notes.txt',
    'deep/er/c.yaml',
    'deep/d.yml',
    'node_modules/x.yaml',
    '[odd].yaml',
  ]) {
    mkdirSync(dirname(join(folder, file)), { recursive: true });
    writeFileSync(join(folder, file), '');
  }
});

afterAll(() => rmSync(folder, { recursive: true, force: true }));

test.each([
  ['names stand for themselves, in their order', ['b.yaml', '-', 'a.yaml'], ['b.yaml', '-', 'a.yaml']],
  ['a pattern gives its matches in alphabetical order', ['[ab].yaml'], ['a.yaml', 'b.yaml']],
  [
    'a pattern over folders leaves out installed packages',
    ['**/*.yaml'],
    ['[odd].yaml', 'a.yaml', 'b.yaml', 'deep/er/c.yaml'],
  ],
  ['a pattern may begin in a folder', ['deep/**/*.{yaml,yml}'], ['deep/d.yml', 'deep/er/c.yaml']],
  ['a pattern may begin with the folder itself', ['./*.yaml'], ['[odd].yaml', 'a.yaml', 'b.yaml']],
  ['a file whose name looks like a pattern is that file', ['[odd].yaml'], ['[odd].yaml']],
  ['a file is given once', ['a.yaml', 'a*.yaml'], ['a.yaml']],
  ['a pattern without a match stays, so that it is missed', ['*.json'], ['*.json']],
])('%s', (_behaviour, words, files) => {
  expect(expandFilePatterns(words, folder)).toEqual(files);
});

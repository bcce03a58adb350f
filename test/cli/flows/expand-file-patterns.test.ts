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
  ['names are kept in order', ['b.yaml', '-', 'a.yaml'], ['b.yaml', '-', 'a.yaml']],
  ['a pattern expands to its matches in alphabetical order', ['[ab].yaml'], ['a.yaml', 'b.yaml']],
  ['a pattern over folders skips node_modules', ['**/*.yaml'], ['[odd].yaml', 'a.yaml', 'b.yaml', 'deep/er/c.yaml']],
  ['a pattern can start with a folder', ['deep/**/*.{yaml,yml}'], ['deep/d.yml', 'deep/er/c.yaml']],
  ['a pattern can start with ./', ['./*.yaml'], ['[odd].yaml', 'a.yaml', 'b.yaml']],
  ['an existing file whose name looks like a pattern is not expanded', ['[odd].yaml'], ['[odd].yaml']],
  ['duplicates are removed', ['a.yaml', 'a*.yaml'], ['a.yaml']],
  ['a pattern without a match is kept, so that it is reported', ['*.json'], ['*.json']],
])('%s', (_behaviour, words, files) => {
  expect(expandFilePatterns(words, folder)).toEqual(files);
});

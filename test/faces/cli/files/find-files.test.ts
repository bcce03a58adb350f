import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { posixPath } from '../../../../src/faces/cli/files/file-names.ts';
import { findFiles, foldersOf } from '../../../../src/faces/cli/files/find-files.ts';

let folder: string;

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'flowgate-files-'));
  for (const file of [
    'b.yaml',
    'a.yaml',
    'a.test.yaml',
    'notes.txt',
    'data.json',
    '.hidden.yaml',
    'deep/er/c.yaml',
    'deep/d.yml',
    'deep/d.test.yml',
    'node_modules/x.yaml',
    '.git/x.yaml',
    'empty/notes.txt',
    '[odd].yaml',
  ]) {
    mkdirSync(dirname(join(folder, file)), { recursive: true });
    writeFileSync(join(folder, file), '');
  }
  symlinkSync('..', join(folder, 'deep', 'up'));
});

afterAll(() => rmSync(folder, { recursive: true, force: true }));

const all = ['[odd].yaml', 'a.yaml', 'b.yaml', 'deep/d.yml', 'deep/er/c.yaml'];

describe('flows', () => {
  test.each([
    ['names are kept in order', ['b.yaml', '-', 'a.yaml'], ['b.yaml', '-', 'a.yaml']],
    ['a pattern expands to its matches in alphabetical order', ['[ab].yaml'], ['a.yaml', 'b.yaml']],
    ['a pattern over folders skips node_modules', ['**/*.yaml'], ['[odd].yaml', 'a.yaml', 'b.yaml', 'deep/er/c.yaml']],
    ['a pattern can start with a folder', ['deep/**/*.{yaml,yml}'], ['deep/d.yml', 'deep/er/c.yaml']],
    ['a pattern can start with ./', ['./*.yaml'], ['[odd].yaml', 'a.yaml', 'b.yaml']],
    ['a pattern matches YAML and JSON only', ['*'], ['[odd].yaml', 'a.yaml', 'b.yaml', 'data.json']],
    ['an existing file whose name looks like a pattern is not expanded', ['[odd].yaml'], ['[odd].yaml']],
    ['duplicates are removed', ['a.yaml', 'a*.yaml', '.'], ['a.yaml', '[odd].yaml', ...all.slice(2)]],
    ['a folder stands for the YAML files below it that are no tests', ['.'], all],
    ['a folder keeps the form of its name', ['./deep/'], ['deep/d.yml', 'deep/er/c.yaml']],
    ['a hidden file can be named', ['.hidden.yaml'], ['.hidden.yaml']],
    ['a file that does not exist is kept, so that reading it reports an error', ['none.yaml'], ['none.yaml']],
  ])('%s', (_behaviour, words, files) => {
    expect(findFiles(words, folder, 'flow')).toEqual(files);
  });

  test('an absolute folder gives absolute names', () => {
    expect(findFiles([join(folder, 'deep')], '/', 'flow')).toEqual([
      join(folder, 'deep/d.yml'),
      join(folder, 'deep/er/c.yaml'),
    ]);
  });

  test.each([
    [['a.yaml', 'none/**/*.yaml'], 'no flow matches none/**/*.yaml.'],
    [['*.test.yaml'], 'no flow matches *.test.yaml.'],
    [['empty'], 'no flow found in empty; the name of a flow in a folder ends with .yaml or .yml.'],
    [['a.test.yaml'], 'a.test.yaml is a test of a flow, not a flow; run it with flowgate test.'],
  ])('rejects %j', (words, message) => {
    expect(() => findFiles(words, folder, 'flow')).toThrow(message);
  });
});

test.each([
  [['.'], ['a.test.yaml', 'deep/d.test.yml']],
  [['**/*.test.yml'], ['deep/d.test.yml']],
  [['deep/**'], ['deep/d.test.yml']],
])('tests in %j', (words, files) => {
  expect(findFiles(words, folder, 'test')).toEqual(files);
});

test('rejects a file that is no test', () => {
  expect(() => findFiles(['a.yaml'], folder, 'test')).toThrow('a.yaml is not a test file');
});

test('the folders of arguments are those with all that is below them', () => {
  const inFolder = (...names: string[]) => names.map((name) => join(folder, name));
  expect(foldersOf(['deep'], folder)).toEqual(inFolder('deep', 'deep/er'));
  expect(foldersOf(['deep/**/*.yaml', 'a.yaml', 'none/*.yaml'], folder)).toEqual(inFolder('deep', 'deep/er'));
});

test('a path of Windows becomes one with slashes', () => {
  expect(posixPath('flows\\deep\\*.yaml', '\\')).toBe('flows/deep/*.yaml');
  expect(posixPath('flows/\\[odd\\].yaml', '/')).toBe('flows/\\[odd\\].yaml');
});

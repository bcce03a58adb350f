import { existsSync, statSync } from 'node:fs';
import { posix, relative, resolve } from 'node:path';
import picomatch from 'picomatch';
import { messageOf } from '../../../base/problem/message-of.ts';
import { walkFolder, type FolderContent } from '../../offline-flows/walk-folder.ts';
import { isUserError, UsageError } from '../terminal.ts';
import { posixPath } from './file-names.ts';

/** What the files contain: flows, or tests of flows (`hello.test.yaml`). */
export type FileKind = 'flow' | 'test';

const testFile = /\.test\.ya?ml$/i;

const kinds = {
  flow: {
    noun: 'flow',
    isKind: (name: string) => !testFile.test(name),
    hint: 'the name of a flow in a folder ends with .yaml or .yml',
    rejection: 'is a test of a flow, not a flow; run it with flowgate test',
  },
  test: {
    noun: 'test file',
    isKind: (name: string) => testFile.test(name),
    hint: 'the name of a test file ends with .test.yaml',
    rejection: 'is not a test file; the name of a test file ends with .test.yaml',
  },
} as const;

/**
 * Expands arguments to files, in order and without duplicates: files, folders with the YAML files below them, and
 * patterns (`flows/**\/*.yaml`). Keeps `-` and names of files that do not exist. Skips hidden files, hidden folders and
 * `node_modules` unless they are named.
 * @returns names as in the arguments, with `/`
 * @throws {UsageError} for a file of another kind, and for a folder or a pattern without files
 */
export function findFiles(words: readonly string[], workingDirectory: string, kind: FileKind): readonly string[] {
  const found = words.flatMap((word) => filesOf(posixPath(word), workingDirectory, kind));
  return [...new Set(found)];
}

/** Whether the arguments are the name of one file, or `-`, rather than of a folder, a pattern or several files. */
export function isOneFile(words: readonly string[], workingDirectory: string): boolean {
  const [word, ...others] = words;
  if (word === undefined || others.length > 0 || isPattern(word, workingDirectory)) return false;
  const path = resolve(workingDirectory, word);
  return word === '-' || !existsSync(path) || !statSync(path).isDirectory();
}

/** The folders, with those below them, in which new files of the arguments can appear; absolute paths. */
export function foldersOf(words: readonly string[], workingDirectory: string): readonly string[] {
  return words.flatMap((word) => {
    const path = resolve(
      workingDirectory,
      isPattern(word, workingDirectory) ? picomatch.scan(posixPath(word)).base : word,
    );
    return existsSync(path) && statSync(path).isDirectory() ? walk(word, path).folders : [];
  });
}

function filesOf(word: string, workingDirectory: string, kind: FileKind): readonly string[] {
  const path = resolve(workingDirectory, word);
  const { noun, isKind, hint, rejection } = kinds[kind];
  if (word === '-') return [word];
  if (isPattern(word, workingDirectory)) {
    const { base, glob } = picomatch.scan(word);
    const isMatch = picomatch(glob);
    const matches = below(base, workingDirectory)
      .filter((file) => isMatch(file) && isDocument(file) && isKind(file))
      .map((file) => posix.join(base, file));
    if (matches.length > 0) return matches;
    throw new UsageError(`no ${noun} matches ${word}.`);
  }
  if (existsSync(path) && statSync(path).isDirectory()) {
    const files = below(word, workingDirectory).filter((file) => isYaml(file) && isKind(file));
    if (files.length > 0) return files.map((file) => posix.join(word, file));
    throw new UsageError(`no ${noun} found in ${word}; ${hint}.`);
  }
  if (isKind(word)) return [word];
  throw new UsageError(`${word} ${rejection}.`);
}

/** The files below a folder, relative to it and with `/`, without hidden files. */
function below(folder: string, workingDirectory: string): readonly string[] {
  const root = resolve(workingDirectory, folder);
  if (!existsSync(root)) return [];
  return walk(folder, root)
    .files.map((file) => posixPath(relative(root, file)))
    .filter((file) => !posix.basename(file).startsWith('.'));
}

function walk(name: string, path: string): FolderContent {
  try {
    return walkFolder(path);
  } catch (error) {
    throw isUserError(error) ? error : new UsageError(`cannot read ${name}: ${messageOf(error)}.`, { cause: error });
  }
}

function isPattern(word: string, workingDirectory: string): boolean {
  return word !== '-' && !existsSync(resolve(workingDirectory, word)) && picomatch.scan(posixPath(word)).isGlob;
}

function isYaml(name: string): boolean {
  return /\.ya?ml$/i.test(name);
}

function isDocument(name: string): boolean {
  return isYaml(name) || /\.json$/i.test(name);
}

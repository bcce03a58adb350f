import { statSync } from 'node:fs';
import { resolve } from 'node:path';
import { findFlowFiles } from '../../flow-files/find-flow-files.ts';
import { FlowFilesError } from '../../flow-files/flow-file.ts';
import { UsageError } from '../terminal.ts';
import { expandFilePatterns } from '../flows/expand-file-patterns.ts';

/** What the name of a test file ends with. */
const testFile = /\.test\.ya?ml$/;

/**
 * The test files that arguments name: files, patterns, and folders with everything below them.
 * @returns absolute paths, at least one
 * @throws {UsageError} for any other file, and if no file is found
 */
export function findTestFiles(words: readonly string[], workingDirectory: string): readonly string[] {
  const names = words.length === 0 ? ['.'] : expandFilePatterns(words, workingDirectory);
  const files = names.flatMap((name) => filesOf(name, resolve(workingDirectory, name)));
  if (files.length === 0)
    throw new UsageError(`no test file found in ${names.join(', ')}; the name of a test file ends with .test.yaml.`);
  return [...new Set(files)];
}

function filesOf(name: string, path: string): readonly string[] {
  try {
    const files = findFlowFiles([path]);
    if (statSync(path).isDirectory()) return files.filter((file) => testFile.test(file));
    if (!testFile.test(path))
      throw new UsageError(`${name} is not a test file; the name of a test file ends with .test.yaml.`);
    return files;
  } catch (error) {
    if (error instanceof FlowFilesError) throw new UsageError(error.message, { cause: error });
    throw error;
  }
}

import { resolve } from 'node:path';
import { findFlowFiles } from '../../offline-flows/find-flow-files.ts';
import { FlowFilesError } from '../../offline-flows/flow-file.ts';
import { findFiles } from '../files/find-files.ts';
import { UsageError } from '../terminal.ts';

/**
 * The test files that arguments name; those below the working directory if there are none.
 * @returns absolute paths without links, at least one
 * @throws {UsageError} as findFiles, and for a file that cannot be read
 */
export function findTestFiles(words: readonly string[], workingDirectory: string): readonly string[] {
  const names = findFiles(words, workingDirectory, 'test');
  try {
    return findFlowFiles(names.map((name) => resolve(workingDirectory, name)));
  } catch (error) {
    if (error instanceof FlowFilesError) throw new UsageError(error.message, { cause: error });
    throw error;
  }
}

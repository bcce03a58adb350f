import { cp, mkdir, realpath, stat } from 'node:fs/promises';
import { dirname, join, relative, resolve } from 'node:path';
import { messageOf } from '../../../base/problem/message-of.ts';
import { listFiles } from '../../../store/executions/artifacts/list-files.ts';
import { UsageError } from '../terminal.ts';

/** An output file of a run. */
export interface KeptFile {
  /** As in the workspace, separated by `/`. */
  readonly path: string;
  /** In bytes. */
  readonly size: number;
}

/** The files below a folder, in alphabetical order; none if it does not exist. */
export async function keptFiles(folder: string): Promise<readonly KeptFile[]> {
  const paths = await listFiles(folder);
  return Promise.all(paths.map(async (path) => ({ path, size: (await stat(join(folder, path))).size })));
}

/**
 * Creates the folder for output files, which replace files with the same names.
 * @param file absolute path of the flow's file, if it is in one
 * @throws {UsageError} if it cannot be created, or if the flow is in it: a run must not replace its own sources
 */
export async function openArtifactFolder(folder: string, file: string | undefined): Promise<string> {
  try {
    await mkdir(folder, { recursive: true });
  } catch (error) {
    throw new UsageError(`cannot create ${folder}: ${messageOf(error)}.`, { cause: error });
  }
  const path = await realpath(folder);
  const above = file === undefined ? '' : relative(path, dirname(resolve(await realpath(file))));
  if (file !== undefined && !above.startsWith('..'))
    throw new UsageError(
      `the flow is in ${folder}, where output files could replace it; specify another folder with --artifacts.`,
    );
  return path;
}

/**
 * Copies files that a run has kept.
 * @throws {UsageError} if one cannot be written, for example because a folder is in its place
 */
export async function copyKeptFiles(from: string, to: string, files: readonly KeptFile[]): Promise<void> {
  for (const { path } of files) {
    try {
      await mkdir(dirname(join(to, path)), { recursive: true });
      await cp(join(from, path), join(to, path), { force: true });
    } catch (error) {
      throw new UsageError(`cannot write ${path} to ${to}: ${messageOf(error)}.`, { cause: error });
    }
  }
}

import { link, mkdir, realpath } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { ShownPaths } from '../../../base/masking/shown-paths.ts';
import { shortened } from '../../../base/problem/describe-value.ts';
import { messageOf } from '../../../base/problem/message-of.ts';
import { maxCarriedFiles } from '../../../language/execution-plan/segment.ts';
import { AntPattern } from '../../../store/executions/artifacts/ant-pattern.ts';
import { partFile } from '../../../store/executions/artifacts/artifact-folder.ts';
import { plainPattern } from '../../../store/executions/artifacts/file-patterns.ts';
import { RunFailure } from '../interpreter/stop-control.ts';
import { copyStableFile } from './copy-stable-file.ts';
import type { DiskRoom } from './disk-room.ts';
import { isThere } from './input-files.ts';
import { workspaceFiles } from './workspace-files.ts';

// A path can have thousands of characters.
const maxReason = 300;
const maxPath = 200;

export interface OutputFilesOptions {
  /** Where the files are kept, under their paths in the workspace, with secrets masked. */
  readonly folder: string;
  /** The limit of all files of an execution together; unlimited by default. */
  readonly maxBytes?: number;
  readonly maxFiles?: number;
  /** The space on the disk of the folder; unlimited by default. */
  readonly room?: DiskRoom | undefined;
  /** The files of tasks before the segment. */
  readonly earlier?: readonly EarlierFile[];
}

/** A file that a task has kept before the segment. */
interface EarlierFile {
  /** In the workspace. */
  readonly path: string;
  /** The artifacts of the execution that has kept it. */
  readonly folder: string;
}

/** Why no segment can begin with the files of the tasks before, as a clause. */
export const tooManyFiles = `the tasks before it have kept more than ${maxCarriedFiles} output files`;

/** The result of a pattern. */
export interface KeptFiles {
  readonly count: number;
  /** The paths that contain no secrets, which would be masked. */
  readonly paths: readonly string[];
  /** Skipped paths that contain a name that is not UTF-8, as far as they can be shown. */
  readonly unnamed: readonly string[];
}

/** The output files of an execution. `archiveFiles` of `templates/runtime/script.groovy` keeps the same files. */
export class OutputFiles {
  readonly #options: OutputFilesOptions;
  /** Sizes in bytes by path. */
  readonly #kept = new Map<string, number>();
  #bytes = 0;
  #lastCopy: Promise<unknown> = Promise.resolve();

  readonly #paths: ShownPaths;

  /** @param mask replaces secrets in paths */
  constructor(options: OutputFilesOptions, mask: (text: string) => string) {
    this.#options = options;
    this.#paths = new ShownPaths(mask);
  }

  /**
   * Keeps the files of a workspace that match an Ant pattern, except Flowgate's own. A pattern that is the exact name
   * of a file or folder means that file, or everything in that folder.
   * @param stop ends it early, between files or in the middle of one
   * @throws {RunFailure} if they exceed a limit or cannot be copied
   */
  async keep(workspace: string, pattern: string, stop: AbortSignal): Promise<KeptFiles> {
    const includes = await expanded(pattern, workspace);
    const unnamed: string[] = [];
    const paths: string[] = [];
    let count = 0;
    if (includes.length === 0) return { count, paths, unnamed };
    try {
      const root = await realpath(workspace);
      for await (const { path, source } of workspaceFiles(root, includes, stop)) {
        if (source === undefined) unnamed.push(path);
        else {
          await this.#inTurn(() => this.#copy(path, source, stop));
          if (!stop.aborted && this.#paths.of(path) === path) paths.push(path);
          count++;
        }
      }
      return { count, paths, unnamed };
    } catch (error) {
      if (error instanceof RunFailure) throw error;
      throw new RunFailure(`The output files could not be kept: ${reasonOf(error)}`);
    }
  }

  /**
   * Puts the files of earlier tasks back into the workspace. Those of an execution that this one restarts are then kept
   * here too, so that this one can be restarted in turn.
   * @throws {RunFailure} if one is missing or cannot be copied
   */
  async putBack(workspace: string, stop: AbortSignal): Promise<void> {
    const { earlier = [], folder, room } = this.#options;
    if (earlier.length > maxCarriedFiles) throw new RunFailure(`The workspace cannot be filled: ${tooManyFiles}`);
    for (const { path, folder: from } of earlier) {
      const target = join(workspace, path);
      try {
        const source = await realpath(join(from, path)).catch(throwGone);
        // A container that mounts the workspace may run as another user.
        await mkdir(dirname(target), { recursive: true });
        const part = `${workspace}.part`;
        await copyStableFile(source, target, { part, stop, room, onSize: (bytes) => this.#count(path, bytes) });
        if (from !== folder) await this.#inTurn(() => this.#take(path, source, stop));
      } catch (error) {
        if (error instanceof RunFailure) throw error;
        throw new RunFailure(`The output file ${shortened(path, maxPath)} could not be put back: ${reasonOf(error)}`);
      }
    }
  }

  /** Keeps a file of another execution; files here are never written to, so both can share it. */
  async #take(path: string, source: string, stop: AbortSignal): Promise<void> {
    const { folder, room } = this.#options;
    const target = join(folder, path);
    await mkdir(dirname(target), { recursive: true, mode: 0o700 });
    await link(source, target).catch((error: NodeJS.ErrnoException) => {
      if (error.code === 'EEXIST') return undefined;
      return copyStableFile(source, target, { part: join(folder, partFile), stop, room, onSize: () => undefined });
    });
  }

  /** One copy at a time: branches keep files at the same time, and a copy in progress always has the same path. */
  async #inTurn(copy: () => Promise<void>): Promise<void> {
    const next = this.#lastCopy.then(copy);
    this.#lastCopy = next.catch(() => undefined); // reported to the branch that it belongs to
    await next;
  }

  async #copy(path: string, source: string, stop: AbortSignal): Promise<void> {
    const { folder, room } = this.#options;
    const shown = this.#paths.of(path);
    let size = 0;
    try {
      await copyStableFile(source, join(folder, shown), {
        part: join(folder, partFile),
        stop,
        room,
        onSize: (bytes) => this.#count(path, (size = bytes)),
      });
    } catch (error) {
      if (error instanceof RunFailure) throw error;
      const file = `${shortened(shown, maxPath)} (${size} bytes)`;
      throw new RunFailure(`The output file ${file} could not be kept: ${reasonOf(error)}`);
    }
  }

  #count(path: string, size: number): void {
    const { maxBytes = Infinity, maxFiles = Infinity } = this.#options;
    this.#bytes += size - (this.#kept.get(path) ?? 0);
    this.#kept.set(path, size);
    if (this.#kept.size > maxFiles) throw new RunFailure(`The execution has more than ${maxFiles} output files`);
    if (this.#bytes > maxBytes)
      throw new RunFailure(`The output files of the execution are larger than ${maxBytes} bytes together`);
  }
}

/** Throws the error without the path of a folder of Flowgate, which readers of the execution would see. */
function throwGone(error: NodeJS.ErrnoException): never {
  throw error.code === 'ENOENT' ? new Error('it is no longer stored') : error;
}

function reasonOf(error: unknown): string {
  const { code } = error as NodeJS.ErrnoException; // Node's own errors have one
  if (code === 'ENOSPC' || code === 'EDQUOT') return 'the disk of Flowgate is full';
  return shortened(messageOf(error), maxReason);
}

/** The patterns that one pattern of a task stands for. */
async function expanded(pattern: string, workspace: string): Promise<readonly AntPattern[]> {
  const plain = plainPattern(pattern);
  if (plain === '') return [];
  const named = plain.replace(/\/$/, '');
  if (plain === '**' || !(await isThere(join(workspace, named)))) {
    const parts = plain.split(',').flatMap((part) => (part.trim() === '' ? [] : [part.trim()]));
    // An empty pattern means every file in Ant.
    return (parts.length === 0 ? ['**'] : parts).map((part) => new AntPattern(part));
  }
  const name = named.replaceAll(',', '?');
  return [new AntPattern(name), new AntPattern(`${name}/**`)];
}

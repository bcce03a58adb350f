import { createHash } from 'node:crypto';
import { lstat, mkdir, readdir, readFile, rm, utimes, writeFile } from 'node:fs/promises';
import { hostname } from 'node:os';
import { join, resolve } from 'node:path';
import { flowName, type FlowKey } from '../../../language/flow/flow-key.ts';
import { removeTree } from '../../../store/executions/artifacts/remove-tree.ts';
import { isAlive, thisProcess } from './process-identity.ts';

/** The folders of the executions that this machine runs, below the data folder. */
export class ExecutionFolders {
  readonly #root: string;

  /** @param dataFolder absolute path */
  constructor(dataFolder: string) {
    this.#root = join(dataFolder, 'executions');
  }

  /** Unique per folder, across machines; processes that share the folder have the same one. */
  get name(): string {
    return shortDigest(`${hostname()}\n${resolve(this.#root)}`);
  }

  /** The workspaces and files of scripts, until the execution ends. */
  running(executionId: string): string {
    return join(this.#root, 'running', executionId);
  }

  /** Shows, in the folder of a running execution, that its process is alive. */
  async noteAlive(executionId: string, now: Date): Promise<void> {
    await utimes(this.running(executionId), now, now).catch(() => undefined);
  }

  /** Records that this process runs an execution, if the disk has space for it. */
  async noteOwner(executionId: string): Promise<void> {
    const write = () => writeFile(this.#owner(executionId), thisProcess(), { mode: 0o600 });
    await write().catch(async () => {
      await mkdir(join(this.#root, 'owners'), { recursive: true, mode: 0o700 }).catch(() => undefined);
      await write().catch(() => undefined);
    });
  }

  /** Whether another process that runs an execution is alive; undefined if this machine cannot find out. */
  async isOwnerAlive(executionId: string): Promise<boolean | undefined> {
    const noted = await readFile(this.#owner(executionId), 'utf8').catch(() => undefined);
    return noted === undefined ? undefined : isAlive(noted);
  }

  async removeOwner(executionId: string): Promise<void> {
    await rm(this.#owner(executionId), { force: true }).catch(() => undefined);
  }

  /** Not in the folder of the execution, where its tasks work. */
  #owner(executionId: string): string {
    return join(this.#root, 'owners', executionId);
  }

  /** When the process of an execution was last alive; undefined if this machine did not run it. */
  async lastAlive(executionId: string): Promise<Date | undefined> {
    return (await lstat(this.running(executionId)).catch(() => undefined))?.mtime;
  }

  /**
   * Creates the folder of a flow that keeps its files between executions, or records that it is used. The name of a
   * flow can be longer than a file name.
   */
  async kept(flow: FlowKey, now: Date): Promise<string> {
    const path = join(this.#root, 'workspaces', shortDigest(flowName(flow)));
    await mkdir(path, { recursive: true, mode: 0o700 });
    await utimes(path, now, now);
    return path;
  }

  /** The ids of executions that have a folder of the kind. */
  ids(kind: 'running' | 'owners'): Promise<readonly string[]> {
    return this.#names(kind);
  }

  #names(kind: string): Promise<readonly string[]> {
    return readdir(join(this.#root, kind)).catch((error: NodeJS.ErrnoException) => {
      if (error.code === 'ENOENT') return [];
      throw error;
    });
  }

  /**
   * Removes kept workspaces that no execution has used for this long.
   * @param report called with each one that cannot be removed
   */
  async removeUnusedWorkspaces(
    milliseconds: number,
    now: Date,
    report: (error: unknown, what: string) => void,
  ): Promise<void> {
    for (const name of await this.#names('workspaces')) {
      const path = join(this.#root, 'workspaces', name);
      if (now.getTime() - (await lstat(path)).mtimeMs <= milliseconds) continue;
      await removeTree(path).catch((error: unknown) => report(error, `remove workspace ${name}`));
    }
  }
}

function shortDigest(text: string): string {
  return createHash('sha256').update(text).digest('hex').slice(0, 32);
}

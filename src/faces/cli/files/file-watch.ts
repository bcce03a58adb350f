import { existsSync, watch, type FSWatcher } from 'node:fs';
import { dirname, extname, join } from 'node:path';
import { setTimeout } from '../../../base/timers/timers.ts';

// Milliseconds: editors write a file in several steps.
const debounce = 100;

/** Absolute paths. */
export interface WatchedPaths {
  readonly files: readonly string[];
  /** Folders in which YAML files and folders can appear and disappear, including all subfolders. */
  readonly folders: readonly string[];
}

/**
 * Detects changes of files, including those between two calls. Watches their folders, because many editors replace a
 * file when they save it.
 */
export class FileWatch {
  /** By folder. */
  readonly #watchers = new Map<string, FSWatcher>();
  #files: ReadonlySet<string> = new Set();
  #folders: ReadonlySet<string> = new Set();
  #timer: NodeJS.Timeout | undefined;
  #isChanged = false;
  #onChange: () => void = () => undefined;

  /** Watches these paths instead of the earlier ones. */
  follow({ files, folders }: WatchedPaths): void {
    this.#folders = new Set(folders);
    this.#files = new Set(files);
    const needed = new Set([...folders, ...files.map((file) => dirname(file))]);
    for (const folder of this.#watchers.keys()) if (!needed.has(folder)) this.#unwatch(folder);
    for (const folder of needed) this.#watch(folder);
  }

  /** Resolves shortly after a change, once for changes in quick succession, or on `stop`. */
  async change(stop: AbortSignal): Promise<void> {
    await new Promise<void>((resolve) => {
      this.#onChange = resolve;
      stop.addEventListener('abort', () => resolve(), { once: true });
      if (this.#isChanged || stop.aborted) resolve();
    });
    this.#isChanged = false;
  }

  close(): void {
    clearTimeout(this.#timer);
    for (const folder of this.#watchers.keys()) this.#unwatch(folder);
  }

  #watch(folder: string): void {
    if (this.#watchers.has(folder) || !existsSync(folder)) return;
    const watcher = watch(folder, (_, name) => {
      if (name === null || this.#isWatched(folder, name)) this.#notice();
    });
    // The folder was removed; the next run reports it.
    watcher.on('error', () => this.#unwatch(folder));
    this.#watchers.set(folder, watcher);
  }

  #unwatch(folder: string): void {
    this.#watchers.get(folder)?.close();
    this.#watchers.delete(folder);
  }

  #isWatched(folder: string, name: string): boolean {
    if (this.#files.has(join(folder, name))) return true;
    return this.#folders.has(folder) && ['.yaml', '.yml', ''].includes(extname(name).toLowerCase());
  }

  #notice(): void {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => {
      this.#isChanged = true;
      this.#onChange();
    }, debounce);
  }
}

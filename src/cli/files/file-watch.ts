import { existsSync, watch, type FSWatcher } from 'node:fs';
import { basename, dirname, extname } from 'node:path';

// Milliseconds: editors write a file in several steps.
const debounce = 100;

/** What a change is waited for in; absolute paths. */
export interface WatchedPaths {
  readonly files: readonly string[];
  /** In which YAML files and folders can appear and vanish; their subfolders are named too. */
  readonly folders: readonly string[];
}

/**
 * Notices changes of files, also those between two calls. Watches their folders, because many editors replace a file
 * when they save it.
 */
export class FileWatch {
  /** By folder. */
  readonly #watchers = new Map<string, FSWatcher>();
  #names = new Map<string, Set<string>>();
  #folders = new Set<string>();
  #timer: NodeJS.Timeout | undefined;
  #isChanged = false;
  #onChange: () => void = () => undefined;

  /** Watches these paths instead of the earlier ones. */
  follow({ files, folders }: WatchedPaths): void {
    this.#folders = new Set(folders);
    this.#names = new Map();
    for (const file of files) {
      const names = this.#names.get(dirname(file)) ?? new Set();
      this.#names.set(dirname(file), names.add(basename(file)));
    }
    const needed = new Set([...this.#folders, ...this.#names.keys()]);
    for (const folder of this.#watchers.keys()) if (!needed.has(folder)) this.#unwatch(folder);
    for (const folder of needed) this.#watch(folder);
  }

  /** Resolves soon after a change, once for changes in quick succession, or when it is stopped. */
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
    if (this.#names.get(folder)?.has(name) === true) return true;
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

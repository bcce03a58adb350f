import { existsSync, watch } from 'node:fs';
import { basename, dirname } from 'node:path';

// Milliseconds: editors write a file in several steps.
const debounce = 100;

/**
 * Calls back soon after one of the files has changed, once for changes in quick succession. Watches their folders,
 * because many editors replace a file when they save it.
 * @returns a function that ends the watch
 */
export function watchFiles(paths: readonly string[], onChange: () => void): () => void {
  let timer: NodeJS.Timeout | undefined;
  const folders = new Map<string, Set<string>>();
  for (const path of paths) {
    const names = folders.get(dirname(path)) ?? new Set();
    folders.set(dirname(path), names.add(basename(path)));
  }
  const watchers = [...folders].flatMap(([folder, names]) => {
    if (!existsSync(folder)) return [];
    const watcher = watch(folder, (_, name) => {
      if (name !== null && !names.has(name)) return;
      clearTimeout(timer);
      timer = setTimeout(onChange, debounce);
    });
    // The folder was removed; the next run reports it.
    return [watcher.on('error', () => watcher.close())];
  });
  return () => {
    clearTimeout(timer);
    for (const watcher of watchers) watcher.close();
  };
}

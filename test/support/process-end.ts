const closers = new Set<() => void>();
let isWatched = false;

/** Calls a function when this process ends, whose suites share what it closes. Returns a function that takes it back. */
export function atProcessEnd(close: () => void): () => void {
  if (!isWatched) {
    isWatched = true;
    process.once('exit', closeAll);
    // Vitest ends its processes with this signal, which would end them without `exit`.
    process.once('SIGTERM', exit);
  }
  closers.add(close);
  return () => void closers.delete(close);
}

function closeAll(): void {
  for (const close of closers) close();
}

function exit(): void {
  process.exit();
}

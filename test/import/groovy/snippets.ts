import { readFileSync } from 'node:fs';
import { join } from 'node:path';

export interface Snippet {
  readonly source: string;
  /** What `printGroovy` prints of it, and what Groovy reads. */
  readonly tree: string;
}

/** Groovy for every construct: a JSON array of the source and its tree on each line of the files. */
export const snippets: readonly Snippet[] = ['statements.jsonl', 'expressions.jsonl'].flatMap((file) =>
  readFileSync(join(import.meta.dirname, file), 'utf8')
    .trimEnd()
    .split('\n')
    .map((line) => {
      const [source, tree] = JSON.parse(line) as [string, string]; // as the files are written
      return { source, tree };
    }),
);

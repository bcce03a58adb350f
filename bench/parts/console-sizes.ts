import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** What the browser loads for a part of the console, compressed as it is served. */
export interface ConsoleSize {
  readonly what: string;
  readonly bytes: number;
  /** In bytes. */
  readonly budget: number;
}

/** A part of the build, as Vite describes it. */
interface Chunk {
  readonly file: string;
  /** Absent for a style. */
  readonly name?: string;
  readonly imports?: readonly string[];
}

/** What the page links: its style, its script, the app that the script imports, and its font. */
const firstPage = ['style.css', 'main', 'app', 'inter.woff2'];
const kilobyte = 1000;
interface Part {
  readonly what: string;
  /** What is imported when the part opens. */
  readonly sources: readonly string[];
  /** What is loaded by then, besides the first page. */
  readonly after?: readonly string[];
  readonly budget: number;
}

const flowPage = 'pages/flow/flow-page.tsx';
const sourceTab = 'pages/flow/source/source-tab.tsx';
const parts: readonly Part[] = [
  { what: 'the search', sources: ['shell/palette/palette.tsx'], budget: 8 },
  { what: 'the page of an execution', sources: ['pages/executions/execution-page.tsx'], budget: 80 },
  { what: 'the page of a flow, with its form', sources: [flowPage], budget: 80 },
  { what: 'the conditions of inputs, if the form has some', sources: ['pages/flow/run/hidden-inputs.ts'], budget: 130 },
  {
    what: 'the graph of tasks, loaded with the first one',
    sources: ['graph/graph-view.tsx'],
    after: [flowPage],
    budget: 40,
  },
  { what: 'schedules in words', sources: ['pages/flow/triggers/cron-words.ts'], after: [flowPage], budget: 30 },
  { what: 'the editor', sources: [sourceTab], after: [flowPage], budget: 130 },
  {
    what: 'what completes and explains in the editor, loaded after it',
    sources: ['editor/language/flow-language.ts', 'editor/editor-search.ts'],
    after: [flowPage, sourceTab],
    budget: 160,
  },
  {
    what: 'the comparison of two texts, with its menu',
    sources: ['pages/flow/source/conflict-view.tsx'],
    after: [flowPage, sourceTab],
    budget: 42,
  },
];

/** @param folder of the built console */
export function consoleSizes(folder: string): readonly ConsoleSize[] {
  const manifest = JSON.parse(readFileSync(join(folder, '.vite', 'manifest.json'), 'utf8')) as Manifest; // by Vite
  const size = (files: Iterable<string>, what: string, budget: number): ConsoleSize => ({
    what,
    bytes: sizeOf(folder, files),
    budget: budget * kilobyte,
  });
  return [
    size(filesOf(manifest, firstPage), 'what every page needs, with the home page', 200),
    ...parts.map(({ what, sources, after = [], budget }) => {
      const loaded = filesOf(manifest, [...firstPage, ...after]);
      return size(
        [...filesOf(manifest, sources)].filter((file) => !loaded.has(file)),
        what,
        budget,
      );
    }),
  ];
}

type Manifest = Readonly<Record<string, Chunk>>;

/**
 * The files of chunks, with everything that they import at once. @param names of chunks, or the ends of the paths of
 * their sources
 */
function filesOf(manifest: Manifest, names: readonly string[]): ReadonlySet<string> {
  const files = new Set<string>();
  const seen = new Set(names);
  for (const name of seen) {
    const chunk = Object.entries(manifest).find(([key, each]) => each.name === name || key.endsWith(name))?.[1];
    if (chunk === undefined) throw new Error(`The console has no part ${name}`);
    files.add(chunk.file);
    for (const each of chunk.imports ?? []) seen.add(each); // the loop visits it too
  }
  return files;
}

function sizeOf(folder: string, files: Iterable<string>): number {
  let bytes = 0;
  for (const file of files) {
    const path = join(folder, file);
    // What does not get smaller is served as it is.
    bytes += readFileSync(existsSync(`${path}.br`) ? `${path}.br` : path).length;
  }
  return bytes;
}
